import type { OwnerGrant } from '../../../src/access/grant.ts';

export const forged: OwnerGrant<'device'> = { kind: 'device', id: 1 };
