import { z } from 'zod';
import { ownerOf } from './access.ts';
import { defineCall } from './define-call.ts';
import { id } from './wire.ts';

export const stop = defineCall({
  path: '/api/task/stop',
  kind: 'command',
  access: ownerOf('task', 'task_id'),
  scope: 'write',
  summary:
    'Stop a waiting or running import or export. Nothing of it is kept, except accounts that an import of users has written.',
  request: z.object({ task_id: id }),
  response: z.object({
    /** False if the task had already ended. */
    is_stopped: z.boolean(),
  }),
});
