import type { OwnerGrant } from '../../access/grant.ts';

export const forged: OwnerGrant<'device'> = { kind: 'device', id: 1 };
