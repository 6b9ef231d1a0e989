import { z } from 'zod';
import { auditorOrOwner } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { AUDIT_PAGE_SIZE } from './limits.ts';
import { id, line, time, integer } from './wire.ts';

export const auditEntry = z.object({
  audit_id: z.int(),
  addtime: time,
  /** The name of the call: `item.attorn`. */
  action: z.string(),
  result: z.enum(['success', 'failure']),
  /** `user`, `access_token`, `item_key`, `command_line`, `system` or `anonymous`. */
  actor_kind: z.string(),
  username: z.string(),
  /** Names at the time of the action; empty if the action concerns no such object. */
  item_id: z.int().nullable(),
  item_name: z.string(),
  page_title: z.string(),
  team_name: z.string(),
  /** The user whom the action affects. */
  subject: z.string(),
  facts: z.record(z.string(), z.unknown()),
  /** The changed values among `facts`. Of a secret only the name is stored. */
  changes: z.array(
    z.object({
      field: z.string(),
      old: z.unknown(),
      new: z.unknown(),
      is_secret: z.boolean(),
    }),
  ),
  address: z.string(),
  user_agent: z.string(),
  /** The id in the log of the server; null if no request made the entry. */
  request_id: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filter = z.object({
  item_id: id.optional(),
  /** The name of a call, or a noun for all of its calls: `item.attorn`, `item`. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{0,64}$/)
    .default(''),
  /** Part of a name, an IP address or a changed value. */
  keyword: line(64).default(''),
  /** A username: the entries by this user and about them. */
  person: line(64).default(''),
  /** Part of the name of the user, item, page or team that the action concerns. */
  object: line(64).default(''),
  /** An IP address, or the beginning of one, which ends with a dot or a colon. */
  address: line(64).default(''),
  days: integer(1, 365).default(30),
  /** A time span, which takes the place of `days`. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

const FILTER_FIELDS = ['action', 'keyword', 'person', 'object', 'address', 'days', 'from', 'to'];

export const getList = defineCall({
  path: '/api/audit/getList',
  kind: 'query',
  access: auditorOrOwner('item_id'),
  scope: 'read',
  summary:
    'List audit log entries, newest first: all entries for auditors and administrators, those of an item for its owner.',
  request: filter.extend({
    /** Returns entries older than this id: `next` of the previous response. */
    before: id.optional(),
    count: integer(1, 100).default(AUDIT_PAGE_SIZE),
  }),
  response: z.object({
    list: z.array(auditEntry),
    /** 0 if there are no older entries. */
    next: z.int(),
    /** The number of matching entries; 1,001 means more than 1,000. Null if the request has `before`. */
    total: z.int().nullable(),
  }),
});

const exporting = defineCall({
  path: '/api/audit/export',
  method: 'GET',
  kind: 'command',
  audit: FILTER_FIELDS,
  access: auditorOrOwner('item_id'),
  scope: 'export',
  transaction: 'own',
  summary: 'Export the newest 1,000,000 matching audit log entries as CSV.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: filter,
  response: file('text/csv; charset=utf-8'),
});

export const exportLines = defineCall({
  path: '/api/audit/exportLines',
  method: 'GET',
  kind: 'command',
  audit: FILTER_FIELDS,
  access: auditorOrOwner('item_id'),
  scope: 'export',
  transaction: 'own',
  summary:
    'Export the newest 1,000,000 matching audit log entries as JSON lines, one object a line, as they are sent to a SIEM.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: filter,
  response: file('application/x-ndjson'),
});

export { exporting as export };
