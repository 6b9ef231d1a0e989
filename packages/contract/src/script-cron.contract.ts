import { z } from 'zod';
import { anyone } from './access.ts';
import { defineCall } from './define-call.ts';
import { nothing } from './wire.ts';

/** Older clients call it on login; our scheduler is internal, so it does nothing for the caller. */
export const run = defineCall({
  path: '/api/ScriptCron/run',
  method: 'GET',
  kind: 'query',
  access: anyone,
  summary: 'Kept for older clients; does nothing.',
  request: z.object({}),
  response: nothing,
});
