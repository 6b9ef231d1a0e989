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
  /** What it said last. */
  reason: z.string(),
  tries: z.int(),
  addtime: time,
  last_time: time,
});
export type DeadJob = z.output<typeof deadJob>;
