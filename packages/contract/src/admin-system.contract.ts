import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { deadJob, diagnosis } from './admin-system.entities.ts';
import { defineCall } from './define-call.ts';
import { uuids } from './wire.ts';

export const diagnose = defineCall({
  path: '/api/adminSystem/diagnose',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Check the services that the site depends on, and return its version and last backup.',
  limit: { per: 'user', times: 120, seconds: 600 },
  request: z.object({}),
  response: diagnosis,
});

export const deadJobs = defineCall({
  path: '/api/adminSystem/deadJobs',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List jobs that failed after all retries, newest first, at most 100.',
  request: z.object({}),
  response: z.object({ list: z.array(deadJob), total: z.int() }),
});

export const retryJobs = defineCall({
  path: '/api/adminSystem/retryJobs',
  kind: 'command',
  audit: ['job_ids'],
  access: admin,
  scope: 'admin',
  summary: 'Retry failed jobs.',
  request: z.object({ job_ids: uuids }),
  response: z.object({ count: z.int() }),
});

export const discardJobs = defineCall({
  path: '/api/adminSystem/discardJobs',
  kind: 'command',
  audit: ['job_ids'],
  access: admin,
  scope: 'admin',
  summary: 'Discard failed jobs permanently.',
  request: z.object({ job_ids: uuids }),
  response: z.object({ count: z.int() }),
});
