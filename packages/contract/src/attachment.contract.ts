import { z } from 'zod';
import { user } from './access.ts';
import { uploaded } from './attachment.entities.ts';
import { defineCall } from './define-call.ts';

export const upload = defineCall({
  path: '/api/attachment/upload',
  kind: 'command',
  access: user,
  summary: 'Put a file into one’s own library.',
  transaction: 'own',
  file: 'file',
  beside: ['url'],
  request: z.object({}),
  response: uploaded,
});
