import { z } from 'zod';
import { admin } from './access.ts';
import { deadJob, diagnosis } from './admin-system.entities.ts';
import { defineCall } from './define-call.ts';
import { uuids } from './wire.ts';

export const diagnose = defineCall({
  path: '/api/adminSystem/diagnose',
  kind: 'query',
  access: admin,
  summary: 'Ask every engine of the site how it is, and tell its version and its last backup.',
  limit: { per: 'user', times: 120, seconds: 600 },
  request: z.object({}),
  response: diagnosis,
});

export const deadJobs = defineCall({
  path: '/api/adminSystem/deadJobs',
  kind: 'query',
  access: admin,
  summary: 'Jobs that failed as often as they were tried, newest first; a hundred at most.',
  request: z.object({}),
  response: z.object({ list: z.array(deadJob), total: z.int() }),
});

export const retryJobs = defineCall({
  path: '/api/adminSystem/retryJobs',
  kind: 'command',
  audit: ['job_ids'],
  access: admin,
  summary: 'Try dead jobs once more.',
  request: z.object({ job_ids: uuids }),
  response: z.object({ count: z.int() }),
});

export const discardJobs = defineCall({
  path: '/api/adminSystem/discardJobs',
  kind: 'command',
  audit: ['job_ids'],
  access: admin,
  summary: 'Give dead jobs up for good.',
  request: z.object({ job_ids: uuids }),
  response: z.object({ count: z.int() }),
});
