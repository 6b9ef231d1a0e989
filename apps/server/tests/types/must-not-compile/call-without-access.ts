import { defineCall } from '@octavo/contract/define-call';
import { emptyObject } from '@octavo/contract/wire';
import { z } from 'zod';

export const open = defineCall({
  path: '/api/item/peek',
  kind: 'query',
  scope: 'read',
  summary: 'Declares no access.',
  request: z.object({}),
  response: emptyObject,
});
