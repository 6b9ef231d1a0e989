import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';

export const scriptCronRoutes: Handlers<Calls['scriptCron']> = { run: async () => ({}) };
