import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { fileAddress } from '../attachment/file-name.policy.ts';
import type { TaskRun } from '../task/task-step.ts';
import { contentOf, filesOf } from './page-content.ts';
import type { Entry, SourcePage } from './plan.policy.ts';
import type { Source } from './source.ts';

const MARKDOWN = 0;

async function hashOf(source: Source, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await source.openFile(name), hash);
  return hash.digest('hex');
}

/** The files of an archive that the item already has. */
async function filesThere(
  { deps, task, viewer }: TaskRun,
  source: Source,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly address: string }>> {
  const hashes = new Map<string, string>();
  for (const name of names) hashes.set(name, await hashOf(source, name));
  const same = await deps.repos.attachments.listSame(task.item_id, viewer.uid, [
    ...new Set(hashes.values()),
  ]);
  const addresses = new Map(
    same
      .toReversed()
      .map((row) => [row.object_key, fileAddress(row.file_key, row.display_name)] as const),
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
const MOST_ADDED = 8 * 1024 * 1024;

function firstOf<T extends { readonly page: { readonly page_content: string } }>(
  added: readonly T[],
): readonly T[] {
  let left = MOST_ADDED;
  return added.filter(({ page }) => (left -= page.page_content.length) >= 0);
}

/** The texts that the import would write, by their index in the plan. */
export async function plannedTexts(
  run: TaskRun,
  source: Source,
  sources: readonly SourcePage[],
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, PlannedText>> {
  const pagesThat = (...actions: readonly Entry['action'][]) =>
    entries.flatMap(({ at, action }) => {
      const page = sources[at]?.page;
      return page && actions.includes(action) ? { at, page } : [];
    });
  const changed = pagesThat('change', 'conflict');
  // Files of added pages are not looked up, because that would require reading all files of the archive.
  const names = filesOf(changed.map(({ page }) => page));
  const files = names.length > 0 ? await filesThere(run, source, names) : new Map();
  const pageIds = new Map(
    entries.flatMap(({ at, page_id }) => (page_id === null ? [] : [[at, page_id] as const])),
  );
  return new Map(
    [...changed, ...firstOf(pagesThat('add'))].map(({ at, page }) => [
      at,
      {
        page_content: contentOf(page, { files, pageIds }),
        page_type: page.page_type ?? MARKDOWN,
      },
    ]),
  );
}
