import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';

export const updateRoutes: Handlers<Calls['update']> = { checkDb: async () => ({}) };
