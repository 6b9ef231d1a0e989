import { calls } from '@octavo/contract';

/** The calls to refresh after a change that ends the sessions and access tokens of a user. */
export const SESSION_CALLS = [calls.adminUser.devices, calls.adminUser.getTokens] as const;
