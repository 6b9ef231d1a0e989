import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../../src/http/context.ts';

export const routes: Handlers<Calls['scriptCron']> = {};
