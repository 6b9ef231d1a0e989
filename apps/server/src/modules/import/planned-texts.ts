import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { fileAddress } from '../attachment/file-name.policy.ts';
import type { TaskRun } from '../task/task-step.ts';
import { contentOf, filesOf } from './page-content.ts';
import type { Entry, SourcePage } from './plan.policy.ts';
import type { Source } from './source.ts';

async function hashOf(source: Source, name: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await source.openFile(name), hash);
  return hash.digest('hex');
}

/** The files of an archive that the item has already. */
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

/** What the import would write over pages that are there, by their numbers in the plan. */
export async function plannedTexts(
  run: TaskRun,
  source: Source,
  sources: readonly SourcePage[],
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, string>> {
  const changed = entries.flatMap(({ at, action }) => {
    const page = sources[at]?.page;
    return page && (action === 'change' || action === 'conflict') ? { at, page } : [];
  });
  const names = filesOf(changed.map(({ page }) => page));
  const files = names.length > 0 ? await filesThere(run, source, names) : new Map();
  const pageIds = new Map(
    entries.flatMap(({ at, page_id }) => (page_id === null ? [] : [[at, page_id] as const])),
  );
  return new Map(changed.map(({ at, page }) => [at, contentOf(page, { files, pageIds })]));
}
