import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { contentHash } from './plan.policy.ts';
import type { ImportBase, Choice, PlanEntry, SourcePage } from './plan.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { pageSaveRepository } from '../page/page-save.repository.ts';

/** A page to be written. */
export interface Draft {
  readonly at: number;
  readonly source: SourcePage;
  readonly isNew: boolean;
  /** Reserved before the page is written, so that pages can link to each other. */
  readonly page_id: number;
  readonly page_title: string;
  readonly page_type: number;
}

/** The title of the file's page when the changed page of the item stays beside it. */
function uniqueTitle(
  { page_title }: PlanEntry,
  takenTitles: ReadonlySet<string>,
  cat_name: string,
): string {
  for (let n = 2; ; n += 1) {
    const title = `${page_title.slice(0, MAX_PAGE_TITLE_LENGTH - 6)} (${n})`;
    if (!takenTitles.has(JSON.stringify([cat_name, title]))) return title;
  }
}

function isWritten({ action, choice }: Pick<PlanEntry, 'action' | 'choice'>): boolean {
  return (
    action === 'add' ||
    action === 'change' ||
    (action === 'conflict' && (choice === 'file' || choice === 'both'))
  );
}

/** The pages of the plan that are written, each with its id. */
export async function createDrafts(
  db: Connection,
  sources: readonly SourcePage[],
  entries: readonly PlanEntry[],
): Promise<readonly Draft[]> {
  const takenTitles = new Set(
    entries.map(({ cat_name, page_title }) => JSON.stringify([cat_name, page_title])),
  );
  const entriesToWrite = entries.filter((entry) => entry.at < sources.length && isWritten(entry));
  const isNew = ({ action, choice }: PlanEntry) => action === 'add' || choice === 'both';
  const ids = (
    await pageSaveRepository(db).reserveIds(entriesToWrite.filter(isNew).length)
  ).values();
  return entriesToWrite.flatMap((entry) => {
    const source = sources[entry.at];
    if (!source) return [];
    const fresh = isNew(entry);
    return {
      source,
      at: entry.at,
      isNew: fresh,
      page_id: fresh ? Number(ids.next().value) : (entry.page_id ?? 0),
      page_title:
        entry.choice === 'both'
          ? uniqueTitle(entry, takenTitles, entry.cat_name)
          : source.page.page_title,
      page_type: source.page.page_type ?? MARKDOWN_PAGE,
    };
  });
}

/**
 * The bases with which the next import compares. A page that the user kept gets the new source hash but keeps its
 * written hash, so that the same version of the file is not a conflict again.
 */
export function nextBases(
  sources: readonly SourcePage[],
  entries: readonly (PlanEntry & { readonly choice: Choice | null })[],
  previousBases: readonly ImportBase[],
  writtenPages: ReadonlyMap<number, { readonly page_id: number; readonly written_hash: Buffer }>,
): readonly ImportBase[] {
  const previousBaseOf = new Map(previousBases.map((base) => [base.page_id, base]));
  return entries.flatMap((entry) => {
    const source = sources[entry.at];
    if (!source || entry.action === 'left') return [];
    const { source_key, source_hash, page } = source;
    const fresh = writtenPages.get(entry.at);
    if (fresh) return { source_key, source_hash, ...fresh };
    if (entry.page_id === null) return [];
    const base = previousBaseOf.get(entry.page_id);
    const written_hash = base?.written_hash ?? contentHash(page.page_title, page.page_content);
    return { source_key, source_hash, page_id: entry.page_id, written_hash };
  });
}
