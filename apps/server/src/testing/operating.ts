import { repositories } from '../db/repositories.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { TestSite } from './site.ts';

/** What a job and the command line work with, on a test's site. */
export function operating({
  deps,
}: TestSite): Pick<JobContext, 'repos' | 'stores' | 'config' | 'log' | 'transaction'> {
  return {
    ...deps,
    transaction: (work) => deps.db.transaction().execute((trx) => work(repositories(trx))),
  };
}

export const SILENT = { start() {}, step() {}, end() {} };
