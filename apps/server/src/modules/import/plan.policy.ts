import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { createHash } from 'node:crypto';
import type { ImportedItem, ImportedPage } from './imported-item.ts';

export type Choice = 'mine' | 'file' | 'both';
type Action = 'add' | 'change' | 'conflict' | 'keep' | 'left';

/** An existing page of the item. */
interface ExistingPage {
  readonly page_id: number;
  readonly cat_name: string;
  readonly page_title: string;
  readonly page_type: number;
  readonly version: number;
  readonly author_username: string;
}

/** The state of a page after the last import. */
export interface ImportBase {
  readonly source_key: string;
  readonly page_id: number;
  readonly source_hash: Buffer;
  readonly written_hash: Buffer;
}

/** A page of the file with a key that identifies it across imports. */
export interface SourcePage {
  readonly page: ImportedPage;
  readonly source_key: string;
  readonly source_hash: Buffer;
  readonly cat_name: string;
}

export interface PlanEntry {
  readonly at: number;
  readonly action: Action;
  readonly choice: Choice | null;
  readonly source_key: string;
  readonly cat_name: string;
  readonly page_title: string;
  readonly page_id: number | null;
  readonly base_version: number | null;
  readonly author_username: string;
}

/** The hash of title and text; `listHashes` computes the same in SQL. */
export function contentHash(title: string, content: string): Buffer {
  return createHash('sha256').update(`${title}\n${content}`).digest();
}

/** Includes the linked files, so that a changed image counts as a change of the page. */
function sourceHash({ page_title, page_content, links }: ImportedPage): Buffer {
  const marks = [...(links ?? [])].flatMap(([, target]) => ('mark' in target ? target.mark : []));
  if (marks.length === 0) return contentHash(page_title, page_content);
  return contentHash(page_title, `${page_content}\n${marks.toSorted().join('\n')}`);
}

/** Assigns keys that are stable across imports; duplicates get a number. */
export function sourcePages({ item_name, pages }: ImportedItem): readonly SourcePage[] {
  const taken = new Map<string, number>();
  return pages.map((page) => {
    const name = page.source ?? JSON.stringify([...page.catalogPath, page.page_title]);
    const preferredKey = `${item_name}\n${name}`;
    const count = taken.get(preferredKey) ?? 0;
    taken.set(preferredKey, count + 1);
    return {
      page,
      source_key: count === 0 ? preferredKey : `${preferredKey}\n${count}`,
      source_hash: sourceHash(page),
      cat_name: page.catalogPath.join(' / '),
    };
  });
}

/**
 * Matches each page of the file with an existing page: by its source key of the last import, else by catalog and title.
 * Pages of different types never match, because a page keeps its type.
 */
export function matchPages(
  sources: readonly SourcePage[],
  existingPages: readonly ExistingPage[],
  bases: readonly ImportBase[],
): ReadonlyMap<SourcePage, ExistingPage> {
  const byId = new Map(existingPages.map((page) => [page.page_id, page]));
  const byKey = new Map(bases.map((base) => [base.source_key, byId.get(base.page_id)]));
  const named = (cat_name: string, title: string) => JSON.stringify([cat_name, title]);
  const byName = new Map(
    existingPages.toReversed().map((page) => [named(page.cat_name, page.page_title), page]),
  );
  const taken = new Set<number>();
  const matched = new Map<SourcePage, ExistingPage>();
  const match = (source: SourcePage, existing: ExistingPage | undefined) => {
    if (!existing || taken.has(existing.page_id) || matched.has(source)) return;
    if (existing.page_type !== (source.page.page_type ?? MARKDOWN_PAGE)) return;
    taken.add(existing.page_id);
    matched.set(source, existing);
  };
  for (const source of sources) match(source, byKey.get(source.source_key));
  for (const source of sources)
    match(source, byName.get(named(source.cat_name, source.page.page_title)));
  return matched;
}

/** Compares the changes of the file since the last import with those of the users. */
function chooseAction(
  source: SourcePage,
  base: ImportBase | undefined,
  now: Buffer | undefined,
): Exclude<Action, 'add' | 'left'> {
  const { page, source_hash } = source;
  if (now?.equals(contentHash(page.page_title, page.page_content))) return 'keep';
  if (!base || !now) return 'conflict';
  if (source_hash.equals(base.source_hash)) return 'keep';
  return now.equals(base.written_hash) ? 'change' : 'conflict';
}

interface ItemState {
  readonly existingPages: readonly ExistingPage[];
  readonly bases: readonly ImportBase[];
  /** Hashes of the current title and text of the matched pages. */
  readonly hashes: ReadonlyMap<number, Buffer>;
}

/** The plan in the order of the file, followed by pages that only an earlier file contained; they stay unchanged. */
export function planImport(
  sources: readonly SourcePage[],
  itemState: ItemState,
): readonly PlanEntry[] {
  const { existingPages, bases, hashes } = itemState;
  const matched = matchPages(sources, existingPages, bases);
  const baseOf = new Map(bases.map((base) => [base.page_id, base]));
  const entries = sources.map((source, at): PlanEntry => {
    const existing = matched.get(source);
    const { source_key, cat_name, page } = source;
    const named = { at, source_key, cat_name, page_title: page.page_title, choice: null };
    if (!existing)
      return { ...named, action: 'add', page_id: null, base_version: null, author_username: '' };
    const { page_id, version, author_username } = existing;
    const action = chooseAction(source, baseOf.get(page_id), hashes.get(page_id));
    return {
      ...named,
      cat_name: existing.cat_name,
      action,
      page_id,
      base_version: version,
      author_username,
    };
  });
  const matchedIds = new Set([...matched.values()].map((page) => page.page_id));
  const left = existingPages
    .filter((page) => baseOf.has(page.page_id) && !matchedIds.has(page.page_id))
    .map(({ page_id, page_title, cat_name, version, author_username }, n): PlanEntry => ({
      page_id,
      page_title,
      cat_name,
      author_username,
      at: entries.length + n,
      action: 'left',
      choice: null,
      source_key: baseOf.get(page_id)?.source_key ?? '',
      base_version: version,
    }));
  return [...entries, ...left];
}

/** A hash of the plan. It changes when an affected page is saved after the plan was made. */
export function hashPlan(entries: readonly PlanEntry[]): string {
  const facts = entries.map(({ action, page_id, base_version, source_key }) => [
    action,
    page_id,
    action === 'keep' || action === 'left' ? null : base_version,
    source_key,
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

export function countActions(entries: readonly Pick<PlanEntry, 'action'>[]) {
  const counts = { add: 0, change: 0, conflict: 0, keep: 0, left: 0 };
  for (const { action } of entries) counts[action] += 1;
  return counts;
}
