import { z } from 'zod';
import { ownerOf } from './access.ts';
import { defineCall } from './define-call.ts';
import { id } from './wire.ts';

export const stop = defineCall({
  path: '/api/task/stop',
  kind: 'command',
  access: ownerOf('task', 'task_id'),
  summary: 'Stop an import or an export that waits or runs. Nothing of it stays.',
  request: z.object({ task_id: id }),
  response: z.object({
    /** False if the task had already ended. */
    is_stopped: z.boolean(),
  }),
});
