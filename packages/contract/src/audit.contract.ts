import { z } from 'zod';
import { adminOrOwner } from './access.ts';
import { defineCall, file } from './define-call.ts';
import { id, line, time, whole } from './wire.ts';

export const auditEntry = z.object({
  audit_id: z.int(),
  addtime: time,
  /** The call: `item.attorn`. */
  action: z.string(),
  username: z.string(),
  /** Names as they were then; empty where the action has none. */
  item_id: z.int().nullable(),
  item_name: z.string(),
  page_title: z.string(),
  team_name: z.string(),
  /** The person it was done to. */
  subject: z.string(),
  facts: z.record(z.string(), z.unknown()),
  address: z.string(),
  user_agent: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const filter = z.object({
  item_id: id.optional(),
  /** A call, or all calls of a noun: `item.attorn`, `item`. */
  action: z
    .string()
    .regex(/^[A-Za-z.]{0,64}$/)
    .default(''),
  /** Part of a username, an item's name or an address. */
  keyword: line(64).default(''),
  days: whole(1, 365).default(30),
});

export const getList = defineCall({
  path: '/api/audit/getList',
  kind: 'query',
  access: adminOrOwner('item_id'),
  summary:
    'Who did what from where, newest first: everything for an administrator, an item for its owner.',
  request: filter.extend({
    /** Entries older than this one: `next` of the answer before. */
    before: id.optional(),
    count: whole(1, 100).default(20),
  }),
  response: z.object({
    list: z.array(auditEntry),
    /** 0 when there are no older ones. */
    next: z.int(),
    /** How many match; 1,001 stands for more than 1,000. Null when `before` was asked for. */
    total: z.int().nullable(),
  }),
});

const exporting = defineCall({
  path: '/api/audit/export',
  method: 'GET',
  kind: 'command',
  audit: ['action', 'days'],
  access: adminOrOwner('item_id'),
  transaction: 'own',
  summary: 'The same entries as a CSV file, the newest 100,000.',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: filter,
  response: file('text/csv; charset=utf-8'),
});

export { exporting as export };
