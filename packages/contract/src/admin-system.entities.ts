import { z } from 'zod';
import { bit, time } from './wire.ts';

/** The state of a service that the site depends on, checked for this response. */
const serviceStatus = z.object({
  name: z.enum(['database', 'redis', 'storage', 'mail', 'queue', 'search', 'auditStream']),
  /** `off`: not configured, which is not an error. */
  state: z.enum(['fine', 'slow', 'down', 'off']),
  milliseconds: z.number(),
  /** Version, location and counts, depending on the service. Never contains secrets. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  fault: z.string(),
});
export type ServiceStatus = z.output<typeof serviceStatus>;

/** Data points, oldest first; null where nothing was measured. */
const dataSeries = z.array(z.number().nullable());

/** Totals over all processes, which record their numbers every minute. */
const traffic = z.object({
  /** Median response time of the last hour, in milliseconds. */
  answer_time: z.number().nullable(),
  answer_time_curve: dataSeries,
  /** Requests per minute, over the last hour. */
  requests: z.number().nullable(),
  requests_curve: dataSeries,
  /** Responses that failed with a server error in the last 24 hours; one data point per hour. */
  errors: z.int(),
  errors_curve: dataSeries,
  editors_curve: dataSeries,
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
  /** Pages that are being edited now. */
  editor_count: z.int(),
  traffic,
  engines: z.array(serviceStatus),
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

/** A job that failed on every allowed attempt. */
export const deadJob = z.object({
  job_id: z.string(),
  job_name: z.string(),
  /** The user, file or item that the job concerns; empty for scheduled jobs. */
  subject: z.string(),
  /** The error message of the last attempt. */
  reason: z.string(),
  tries: z.int(),
  addtime: time,
  last_time: time,
});
export type DeadJob = z.output<typeof deadJob>;
