import { repositories } from '../../src/db/repositories.ts';
import type { JobContext } from '../../src/jobs/job-context.ts';
import type { TestSite } from './site.ts';

/** The context that jobs and the command line use, on a test site. */
export function testJobContext({
  deps,
}: TestSite): Pick<JobContext, 'repos' | 'stores' | 'config' | 'log' | 'transaction'> {
  return {
    ...deps,
    transaction: (work) => deps.db.transaction().execute((trx) => work(repositories(trx))),
  };
}

export const NO_PROGRESS = { start() {}, step() {}, end() {} };
