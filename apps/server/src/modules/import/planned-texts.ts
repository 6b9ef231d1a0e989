import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { fileUrl } from '../storage/file-name.policy.ts';
import type { TaskRun } from '../task/task-step.ts';
import { resolveContent, listLinkedFiles } from './page-content.ts';
import type { PlanEntry, SourcePage } from './plan.policy.ts';
import type { ImportSource } from './source.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';

async function hashFile(source: ImportSource, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await source.openFile(name), hash);
  return hash.digest('hex');
}

/** The files of an archive that the item already has. */
async function findExistingFiles(
  { deps, task, viewer }: TaskRun,
  source: ImportSource,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly address: string }>> {
  const hashes = new Map<string, string>();
  for (const name of names) hashes.set(name, await hashFile(source, name));
  const existing = await attachmentRepository(deps.db).listByContent(task.item_id, viewer.uid, [
    ...new Set(hashes.values()),
  ]);
  const addresses = new Map(
    existing
      .toReversed()
      .map((row) => [row.object_key, fileUrl(row.file_key, row.display_name)] as const),
  );
  return new Map(
    [...hashes].flatMap(([name, hash]) => {
      const address = addresses.get(hash);
      return address === undefined ? [] : [[name, { address }] as const];
    }),
  );
}

/** The text that a page would get. */
export interface PlannedText {
  readonly page_content: string;
  readonly page_type: number;
}

/** Total characters of added pages that are stored for the preview; users look at a few of them only. */
const MAX_ADDED_CHARACTERS = 8 * 1024 * 1024;

function takeWithinLimit<T extends { readonly page: { readonly page_content: string } }>(
  added: readonly T[],
): readonly T[] {
  let remaining = MAX_ADDED_CHARACTERS;
  return added.filter(({ page }) => (remaining -= page.page_content.length) >= 0);
}

/** The texts that the import would write, by their index in the plan. */
export async function renderPlannedTexts(
  run: TaskRun,
  source: ImportSource,
  sources: readonly SourcePage[],
  entries: readonly PlanEntry[],
): Promise<ReadonlyMap<number, PlannedText>> {
  const pagesWithAction = (...actions: readonly PlanEntry['action'][]) =>
    entries.flatMap(({ at, action }) => {
      const page = sources[at]?.page;
      return page && actions.includes(action) ? { at, page } : [];
    });
  const changed = pagesWithAction('change', 'conflict');
  // Files of added pages are not looked up, because that would require reading all files of the archive.
  const names = listLinkedFiles(changed.map(({ page }) => page));
  const files = names.length > 0 ? await findExistingFiles(run, source, names) : new Map();
  const pageIds = new Map(
    entries.flatMap(({ at, page_id }) => (page_id === null ? [] : [[at, page_id] as const])),
  );
  return new Map(
    [...changed, ...takeWithinLimit(pagesWithAction('add'))].map(({ at, page }) => [
      at,
      {
        page_content: resolveContent(page, { files, pageIds }),
        page_type: page.page_type ?? MARKDOWN_PAGE,
      },
    ]),
  );
}
