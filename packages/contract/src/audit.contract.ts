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
  username: z.string(),
  /** Names at the time of the action; empty if the action concerns no such object. */
  item_id: z.int().nullable(),
  item_name: z.string(),
  page_title: z.string(),
  team_name: z.string(),
  /** The user whom the action affects. */
  subject: z.string(),
  facts: z.record(z.string(), z.unknown()),
  address: z.string(),
  user_agent: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filter = z.object({
  item_id: id.optional(),
  /** The name of a call, or a noun for all of its calls: `item.attorn`, `item`. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{0,64}$/)
    .default(''),
  /** Part of a username, an item's name or an IP address. */
  keyword: line(64).default(''),
  days: integer(1, 365).default(30),
});

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
  audit: ['action', 'days'],
  access: auditorOrOwner('item_id'),
  scope: 'export',
  transaction: 'own',
  summary: 'Export the newest 100,000 matching audit log entries as CSV.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: filter,
  response: file('text/csv; charset=utf-8'),
});

export { exporting as export };
