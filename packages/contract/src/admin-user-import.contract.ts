import { z } from 'zod';
import { admin } from './access.ts';
import { MAX_USER_FILE_BYTES } from './file-size.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall, file } from './define-call.ts';
import { language } from './entities.ts';
import {
  ADMIN_PAGE_SIZE,
  DEFAULT_INVITATION_DAYS,
  MAX_INVITATION_DAYS,
  MAX_USER_FILE_COLUMNS,
} from './limits.ts';
import { userImportAction, userImportReason } from './admin-user-import.entities.ts';
import { id, integer, json, pageNumber, time } from './wire.ts';

const column = integer(0, MAX_USER_FILE_COLUMNS - 1);
/** The position of each column in the file, from 0. */
const columns = z.object({
  username: column.optional(),
  name: column.optional(),
  email: column.optional(),
  role: column.optional(),
});

const state = z.enum(['waiting', 'running', 'planned', 'done', 'failed', 'stopped']);

/** The state of an import, and what it will change or has changed. */
const progress = z.object({
  task_id: z.int(),
  file_name: z.string(),
  step: z.enum(['plan', 'apply']),
  state,
  done: z.int(),
  total: z.int(),
  /** The accounts that the import has written so far, also before it was stopped or failed. */
  applied: z.int(),
  /** Why the last step failed, in the caller's language. */
  error: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  /** The first line of the file. */
  headers: z.array(z.string()),
  columns,
  /** The lines of the plan; after the import, `new` and `update` are what it has written. */
  counts: z.object({ new: z.int(), update: z.int(), same: z.int(), out: z.int() }),
  /** Accounts of a finished import that have an email but no way to log in and no invitation. */
  uninvited: z.int(),
  /** Whether the site can send mails. */
  has_mail: z.boolean(),
});

export const plan = defineCall({
  path: '/api/adminUserImport/plan',
  kind: 'command',
  access: admin,
  scope: 'admin',
  summary: 'Plan an import of users from a CSV file without changing an account.',
  transaction: 'own',
  file: 'file',
  maxFileBytes: MAX_USER_FILE_BYTES,
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({}),
  response: progress,
});

export const setColumns = defineCall({
  path: '/api/adminUserImport/setColumns',
  kind: 'command',
  access: admin,
  scope: 'admin',
  summary: 'Plan an import of users again with other columns.',
  transaction: 'own',
  request: z.object({ task_id: id, columns: json(columns) }),
  response: progress,
});

export const status = defineCall({
  path: '/api/adminUserImport/status',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Get the progress of an import of users and a part of its lines.',
  request: z.object({
    task_id: id,
    action: userImportAction.optional(),
    page: pageNumber,
    count: integer(1, 200).default(ADMIN_PAGE_SIZE),
  }),
  response: progress.extend({
    list: z.array(
      z.object({
        /** The number of the line in the file, from 1. */
        line: z.int(),
        username: z.string(),
        name: z.string(),
        email: z.string(),
        /** As in the file if it is not the name of a role. */
        role: z.string(),
        groupid: z.int().nullable(),
        action: userImportAction,
        /** Empty unless the line is left out. */
        reason: z.union([userImportReason, z.literal('')]),
        /** The line with the same username or email; 0 for other reasons. */
        other_line: z.int(),
        /** The fields of the account that an update changes. */
        changes: z.array(z.enum(['name', 'email', 'role'])),
      }),
    ),
    /** The number of lines that match the filter. */
    lines: z.int(),
  }),
});

export const latest = defineCall({
  path: '/api/adminUserImport/latest',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Get the last import of users of the caller, so that it is found again.',
  request: z.object({}),
  response: z.object({
    /** Null if there is none. Plans are deleted after a day, finished imports after a week. */
    task: z
      .object({ task_id: z.int(), file_name: z.string(), addtime: time, state, applied: z.int() })
      .nullable(),
  }),
});

export const apply = defineCall({
  path: '/api/adminUserImport/apply',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  summary:
    'Create and update the accounts of a plan. Lines whose accounts changed since the plan are left out. After a stop or an error it continues with the rest.',
  transaction: 'own',
  reauth: 'recent',
  request: z.object({ task_id: id, ...confirmationFields }),
  response: progress,
});

export const invite = defineCall({
  path: '/api/adminUserImport/invite',
  kind: 'command',
  audit: ['days'],
  access: admin,
  scope: 'admin',
  summary: 'Send invitations to the accounts of a finished import that cannot log in yet.',
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({
    task_id: id,
    days: integer(1, MAX_INVITATION_DAYS).default(DEFAULT_INVITATION_DAYS),
    language: language.optional(),
  }),
  response: z.object({ invited: z.int() }),
});

export const leftOut = defineCall({
  path: '/api/adminUserImport/leftOut',
  method: 'GET',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Get the lines that an import of users has left out as CSV, with the reasons.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object({ task_id: id }),
  response: file('text/csv; charset=utf-8'),
});
