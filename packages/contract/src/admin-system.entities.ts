import { z } from 'zod';
import { bit, time } from './wire.ts';

/** Something the site leans on, asked just now. */
const engine = z.object({
  name: z.enum(['database', 'redis', 'storage', 'mail', 'queue', 'search']),
  /** `off`: not set up, which is no fault. */
  state: z.enum(['fine', 'slow', 'down', 'off']),
  milliseconds: z.number(),
  /** Version, place, numbers: by the kind of engine. No secret is ever among them. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  fault: z.string(),
});
export type Engine = z.output<typeof engine>;

/** Points from the oldest on; null where nothing was measured. */
const curve = z.array(z.number().nullable());

/** Of all processes, as they wrote it down minute by minute. */
const traffic = z.object({
  /** Half of the answers of the last hour were quicker, in milliseconds. */
  answer_time: z.number().nullable(),
  answer_time_curve: curve,
  /** A minute, over the last hour. */
  requests: z.number().nullable(),
  requests_curve: curve,
  /** Answers that failed by a fault of the site, in 24 hours; a point is an hour. */
  errors: z.int(),
  errors_curve: curve,
  editors_curve: curve,
});

export const diagnosis = z.object({
  version: z.string(),
  node_version: z.string(),
  /** The newest migration that was applied. */
  migration: z.string(),
  start_time: time,
  user_count: z.int(),
  item_count: z.int(),
  page_count: z.int(),
  /** Pages that somebody is writing now. */
  editor_count: z.int(),
  traffic,
  engines: z.array(engine),
  ldap_open: bit,
  oauth2_open: bit,
  backup: z
    .object({
      addtime: time,
      file_name: z.string(),
      file_size: z.int(),
      row_count: z.int(),
      file_count: z.int(),
      fault_count: z.int(),
      seconds: z.int(),
      error: z.string(),
    })
    .nullable(),
});
export type Diagnosis = z.output<typeof diagnosis>;

/** A job that failed as often as it was tried. */
export const deadJob = z.object({
  job_id: z.string(),
  job_name: z.string(),
  /** The person, file or item it is about; empty for work that comes round by itself. */
  subject: z.string(),
  /** What it said last. */
  reason: z.string(),
  tries: z.int(),
  addtime: time,
  last_time: time,
});
export type DeadJob = z.output<typeof deadJob>;
