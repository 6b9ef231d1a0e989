import type { Calls } from '@octavo/contract';
import type { CallResult, CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { readChain } from '../history/history-chain.ts';
import { findImport } from './import-status.ts';
import { contentHash } from './plan.policy.ts';
import { importRepository } from './import.repository.ts';

type Compare = Calls['import']['compare'];
type PageVersion = NonNullable<CallResult<Compare>['now']>;

/** The fields of a version that the response contains. */
function toVersion({
  page_title,
  page_content,
  author_username,
  addtime,
}: PageVersion): PageVersion {
  return { page_title, page_content, author_username, addtime };
}

/** One page of a pending plan: its current version, the version of the file, and that of the last import. */
export async function comparePage(
  ctx: Ctx<Compare['access']>,
  { task_id, at }: CallRequest<Compare>,
): Promise<CallResult<Compare>> {
  const { db, deps } = ctx;
  const task = await findImport(deps, task_id);
  if (task.state !== 'planned') throw new AppError('notFound');
  const grant = task.item_id > 0 ? await ctx.authorize('edit', task.item_id) : undefined;
  const added = await importRepository(db).findAddedText(task_id, at);
  if (added) {
    const { page_type: type, ...file } = added;
    return { page_id: 0, page_type: type, action: 'add', now: null, file, imported: null };
  }
  const entry = grant && (await importRepository(db).findPlannedText(grant, task_id, at));
  if (!entry) throw new AppError('notFound');
  const { page_id, page_type, action, page_title, page_content, written_hash } = entry;
  // If the page has not changed since the last import, its current version is the imported one.
  const downTo = action === 'conflict' && written_hash ? 0 : (entry.base_version ?? 0);
  const chain = await readChain(db, grant, page_id, downTo);
  const [now] = chain;
  if (!now) throw new AppError('notFound');
  const imported = chain.find(
    (version) =>
      written_hash && contentHash(version.page_title, version.page_content).equals(written_hash),
  );
  return {
    page_id,
    page_type,
    action,
    now: toVersion(now),
    file: { page_title, page_content },
    imported: imported ? toVersion(imported) : null,
  };
}
