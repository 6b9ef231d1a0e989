import { defineCall } from '@octavo/contract/define-call';
import { nothing } from '@octavo/contract/wire';
import { z } from 'zod';

export const open = defineCall({
  path: '/api/item/peek',
  kind: 'query',
  summary: 'Forgets to say who may call.',
  request: z.object({}),
  response: nothing,
});
