import type { Calls } from '@octavo/contract';
import type { CallAnswer, CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { readChain } from '../page/history-chain.ts';
import { openImport } from './import-status.ts';
import { formHash } from './plan.policy.ts';

type Compare = Calls['import']['compare'];
type Written = NonNullable<CallAnswer<Compare>['now']>;

/** The fields of a version that the response contains. */
function told({ page_title, page_content, author_username, addtime }: Written): Written {
  return { page_title, page_content, author_username, addtime };
}

/** One page of a pending plan: its current version, the version of the file, and that of the last import. */
export async function comparePage(
  ctx: Ctx<Compare['access']>,
  { task_id, at }: CallRequest<Compare>,
): Promise<CallAnswer<Compare>> {
  const { repos, deps } = ctx;
  const task = await openImport(deps, task_id);
  if (task.state !== 'planned') throw new AppError('notFound');
  const grant = task.item_id > 0 ? await ctx.admit('edit', task.item_id) : undefined;
  const added = await repos.imports.findAdded(task_id, at);
  if (added) {
    const { page_type: type, ...file } = added;
    return { page_id: 0, page_type: type, action: 'add', now: null, file, imported: null };
  }
  const found = grant && (await repos.imports.findText(grant, task_id, at));
  if (!found) throw new AppError('notFound');
  const { page_id, page_type, action, page_title, page_content, written_hash } = found;
  // If the page has not changed since the last import, its current version is the imported one.
  const downTo = action === 'conflict' && written_hash ? 0 : (found.base_version ?? 0);
  const chain = await readChain(repos, grant, page_id, downTo);
  const [now] = chain;
  if (!now) throw new AppError('notFound');
  const imported = chain.find(
    (form) => written_hash && formHash(form.page_title, form.page_content).equals(written_hash),
  );
  return {
    page_id,
    page_type,
    action,
    now: told(now),
    file: { page_title, page_content },
    imported: imported ? told(imported) : null,
  };
}
