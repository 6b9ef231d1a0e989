import type { z } from 'zod';

/** A piece of work that outlives its request. Declared once, with the shape of what it is told. */
export interface Job<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: P;
  /** Cron expression in UTC, for work that comes round by itself. */
  readonly schedule?: string;
  /** Heavy work: a process does one after the other. */
  readonly oneByOne?: true;
  /** After so many failures the job is dead and stays for the administrator to see. */
  readonly retries: number;
}

export function defineJob<P extends z.ZodType>(
  job: Omit<Job<P>, 'retries'> & { readonly retries?: number },
): Job<P> {
  return { retries: 5, ...job };
}

export type JobPayload<J extends Job> = z.output<J['payload']>;
