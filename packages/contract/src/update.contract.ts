import { z } from 'zod';
import { anyone } from './access.ts';
import { defineCall } from './define-call.ts';
import { emptyObject } from './wire.ts';

/** ShowDoc clients call it on login. It does nothing, because migrations run when the server starts. */
export const checkDb = defineCall({
  path: '/api/update/checkDb',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Does nothing; retained for ShowDoc clients.',
  request: z.object({}),
  response: emptyObject,
});
