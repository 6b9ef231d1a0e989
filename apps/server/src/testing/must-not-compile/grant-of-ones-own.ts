import type { OwnGrant } from '../../access/grant.ts';

export const forged: OwnGrant<'device'> = { kind: 'device', id: 1 };
