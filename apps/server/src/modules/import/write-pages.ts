import { runApiToMarkdown } from '@octavo/markdown/run-api';
import { lockEditablePage } from '../../access/lock-item.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { extractFileKeys } from '../storage/file-name.policy.ts';
import { linkMentionedFiles } from '../page/link-mentioned-files.ts';
import { notifyAuthors } from '../notice/notify-authors.ts';
import { invalidatePages } from '../../realtime/invalidate.ts';
import { writeVersion } from '../page/write-version.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Draft } from './drafts.ts';
import type { ImportedItem } from './imported-item.ts';
import type { DerivedPage } from './importer.ts';
import { resolveContent } from './page-content.ts';
import type { LinkAddresses } from './page-content.ts';
import { contentHash } from './plan.policy.ts';
import type { writeCatalogs } from './write-catalogs.ts';
import { pageSaveRepository } from '../page/page-save.repository.ts';

type CatalogPlacement = Awaited<ReturnType<typeof writeCatalogs>>;

interface ImportTarget {
  readonly itemId: number;
  /** Absent for an item that this import creates. */
  readonly grant: ItemGrant | undefined;
  readonly placement: CatalogPlacement;
  /** Set for a new Run-API item. */
  readonly runApi: Pick<ImportedItem, 'global_param'> | undefined;
}

export interface WrittenPage {
  readonly at: number;
  readonly page_id: number;
  readonly version: number;
  readonly written_hash: Buffer;
}

/** A draft with its final text. */
type DraftWithContent = Draft & { readonly page_content: string };

/** Pages per statement: some megabytes of text. */
const BATCH_SIZE = 100;

async function writeNew(
  work: UnitOfWork,
  { deps, viewer, language }: TaskRun,
  { itemId, placement, runApi }: ImportTarget,
  drafts: readonly DraftWithContent[],
): Promise<void> {
  // The search text and method of a Run-API page are derived from its Markdown form, which users see.
  const toShownContent = ({ page_content }: DraftWithContent) =>
    (runApi && runApiToMarkdown(page_content, language, runApi.global_param)) ?? page_content;
  const derived = await deps.importer.derive(
    drafts.map((draft) => ({
      ...draft,
      stored: draft.page_content,
      page_content: toShownContent(draft),
    })),
  );
  const pages = derived.map((draft) => ({
    ...placement.catalogOf(draft.source.page.catalogPath),
    page_id: draft.page_id,
    page_type: draft.page_type,
    page_title: draft.page_title,
    page_content: draft.stored,
    s_number: draft.source.page.s_number ?? draft.at + 1,
    method: draft.method,
    links: draft.links,
    search: draft.search,
  }));
  await pageSaveRepository(work.db).insert(itemId, pages, viewer);
}

async function writeChanged(
  work: UnitOfWork,
  run: TaskRun,
  grant: ItemGrant,
  draft: DraftWithContent & DerivedPage,
): Promise<number> {
  const { db } = work;
  const { viewer, deps } = run;
  const { page } = await lockEditablePage(db, grant, viewer.uid, {
    pageId: draft.page_id,
    lockMode: 'tree',
  });
  const now = { ...page, ...(await pageSaveRepository(db).readForSave(page.page_id, viewer.uid)) };
  const version = await writeVersion(db, grant, now, {
    page_title: draft.page_title,
    page_content: draft.page_content,
    page_comments: '',
    method: draft.method,
    links: draft.links,
    search: draft.search,
    author_uid: viewer.uid,
    author_username: viewer.username,
  });
  await notifyAuthors(work, { deps, viewer }, { ...now, page_title: draft.page_title });
  return version;
}

/** Writes the pages of a plan: new pages in batches, each changed page as a new version. */
export async function writePages(
  work: UnitOfWork,
  run: TaskRun,
  target: ImportTarget,
  drafts: readonly Draft[],
  addresses: LinkAddresses,
): Promise<readonly WrittenPage[]> {
  const writtenPages: WrittenPage[] = [];
  const importedFileKeys = new Set(
    [...addresses.files.values()].flatMap(({ address }) => extractFileKeys(address)),
  );
  const total = drafts.length + addresses.files.size;
  const recordWritten = async (
    { at, page_id, page_title, page_content }: DraftWithContent,
    version: number,
  ) => {
    const grant = { itemId: target.itemId };
    if (extractFileKeys(page_content).some((key) => !importedFileKeys.has(key)))
      await linkMentionedFiles(work, { ...run, grant }, page_id, page_content);
    writtenPages.push({
      at,
      page_id,
      version,
      written_hash: contentHash(page_title, page_content),
    });
    run.progress(addresses.files.size + writtenPages.length, total);
  };
  const newDrafts = drafts.filter((draft) => draft.isNew);
  for (let at = 0; at < newDrafts.length; at += BATCH_SIZE) {
    const batch = newDrafts
      .slice(at, at + BATCH_SIZE)
      .map((draft) => ({ ...draft, page_content: resolveContent(draft.source.page, addresses) }));
    await writeNew(work, run, target, batch);
    for (const draft of batch) await recordWritten(draft, 1);
  }
  const { grant } = target;
  const changedDrafts = grant ? drafts.filter((draft) => !draft.isNew) : [];
  for (let at = 0; at < changedDrafts.length; at += BATCH_SIZE) {
    const batch = changedDrafts
      .slice(at, at + BATCH_SIZE)
      .map((draft) => ({ ...draft, page_content: resolveContent(draft.source.page, addresses) }));
    for (const draft of await run.deps.importer.derive(batch))
      if (grant) await recordWritten(draft, await writeChanged(work, run, grant, draft));
  }
  invalidatePages(
    work,
    run,
    writtenPages.map((page) => page.page_id),
  );
  return writtenPages;
}
