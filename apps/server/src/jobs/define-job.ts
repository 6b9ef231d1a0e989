import type { z } from 'zod';

/** Background work that outlives its request, declared with the schema of its payload. */
export interface Job<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: P;
  /** Cron expression in UTC, for scheduled jobs. */
  readonly schedule?: string;
  /** For heavy work: each process runs one job of this name at a time. */
  readonly sequential?: true;
  /** After this many retries the job is dead, and stays visible to administrators. */
  readonly retries: number;
}

export function defineJob<P extends z.ZodType>(
  job: Omit<Job<P>, 'retries'> & { readonly retries?: number },
): Job<P> {
  return { retries: 5, ...job };
}

export type JobPayload<J extends Job> = z.output<J['payload']>;
