import { withTransaction } from '../../src/db/repository.ts';
import type { JobContext } from '../../src/jobs/job-context.ts';
import type { TestSite } from './site.ts';

/** The context that jobs and the command line use, on a test site. */
export function testJobContext({
  deps,
}: TestSite): Pick<JobContext, 'db' | 'stores' | 'config' | 'log' | 'transaction' | 'deps'> {
  return {
    ...deps,
    deps,
    transaction: (work) => withTransaction(deps.db, work),
  };
}

export const NO_PROGRESS = { start() {}, step() {}, end() {} };
