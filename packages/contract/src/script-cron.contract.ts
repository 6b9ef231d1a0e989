import { z } from 'zod';
import { anyone } from './access.ts';
import { defineCall } from './define-call.ts';
import { emptyObject } from './wire.ts';

/** ShowDoc clients call it on login. It does nothing, because the scheduler of the server is internal. */
export const run = defineCall({
  path: '/api/ScriptCron/run',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Does nothing; retained for ShowDoc clients.',
  request: z.object({}),
  response: emptyObject,
});
