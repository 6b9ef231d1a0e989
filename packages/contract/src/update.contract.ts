import { z } from 'zod';
import { anyone } from './access.ts';
import { defineCall } from './define-call.ts';
import { nothing } from './wire.ts';

/** Older clients call it on login; migrations run at start, so it does nothing for the caller. */
export const checkDb = defineCall({
  path: '/api/update/checkDb',
  method: 'GET',
  kind: 'query',
  access: anyone,
  summary: 'Kept for older clients; does nothing.',
  request: z.object({}),
  response: nothing,
});
