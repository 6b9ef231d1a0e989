import { runApiToMarkdown } from '@octavo/markdown/run-api';
import { holdEditedPage } from '../../access/hold-item.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { Work } from '../../http/context.ts';
import { fileKeysIn } from '../attachment/file-name.policy.ts';
import { mentionFiles } from '../attachment/mention-files.ts';
import { tellWriters } from '../notice/tell-writers.ts';
import { forgetPages } from '../page/tell-page.ts';
import { writeVersion } from '../page/write-version.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Draft } from './drafts.ts';
import type { Imported } from './imported.ts';
import type { DerivedPage } from './importer.ts';
import { contentOf } from './page-content.ts';
import type { Addresses } from './page-content.ts';
import { formHash } from './plan.policy.ts';
import type { writeCatalogs } from './write-catalogs.ts';

type Places = Awaited<ReturnType<typeof writeCatalogs>>;

interface Target {
  readonly itemId: number;
  /** Absent for an item that this import creates. */
  readonly grant: ItemGrant | undefined;
  readonly places: Places;
  /** Set for a new Run-API item. */
  readonly runApi: Pick<Imported, 'global_param'> | undefined;
}

export interface WrittenPage {
  readonly at: number;
  readonly page_id: number;
  readonly version: number;
  readonly written_hash: Buffer;
}

/** A draft with its final text. */
type Text = Draft & { readonly page_content: string };

/** Pages per statement: some megabytes of text. */
const CHUNK = 100;

async function writeNew(
  work: Work,
  { deps, viewer, language }: TaskRun,
  { itemId, places, runApi }: Target,
  drafts: readonly Text[],
): Promise<void> {
  // The search text and method of a Run-API page are derived from its Markdown form, which users see.
  const shown = ({ page_content }: Text) =>
    (runApi && runApiToMarkdown(page_content, language, runApi.global_param)) ?? page_content;
  const derived = await deps.importer.derive(
    drafts.map((draft) => ({ ...draft, stored: draft.page_content, page_content: shown(draft) })),
  );
  const pages = derived.map((draft) => ({
    ...places.placeOf(draft.source.page.way),
    page_id: draft.page_id,
    page_type: draft.page_type,
    page_title: draft.page_title,
    page_content: draft.stored,
    s_number: draft.source.page.s_number ?? draft.at + 1,
    method: draft.method,
    search: draft.search,
  }));
  await work.repos.pageSaves.insert(itemId, pages, viewer);
}

async function writeChanged(
  work: Work,
  run: TaskRun,
  grant: ItemGrant,
  draft: Text & DerivedPage,
): Promise<number> {
  const { repos } = work;
  const { viewer, deps } = run;
  const { page } = await holdEditedPage(repos, grant, viewer.uid, {
    pageId: draft.page_id,
    purpose: 'tree',
  });
  const now = { ...page, ...(await repos.pageSaves.read(page.page_id, viewer.uid)) };
  const version = await writeVersion(repos, grant, now, {
    page_title: draft.page_title,
    page_content: draft.page_content,
    page_comments: '',
    method: draft.method,
    search: draft.search,
    author_uid: viewer.uid,
    author_username: viewer.username,
  });
  await tellWriters(work, { deps, viewer }, { ...now, page_title: draft.page_title });
  return version;
}

/** Writes the pages of a plan: new pages in batches, each changed page as a new version. */
export async function writePages(
  work: Work,
  run: TaskRun,
  target: Target,
  drafts: readonly Draft[],
  texts: Addresses,
): Promise<readonly WrittenPage[]> {
  const written: WrittenPage[] = [];
  const own = new Set([...texts.files.values()].flatMap(({ address }) => fileKeysIn(address)));
  const total = drafts.length + texts.files.size;
  const note = async ({ at, page_id, page_title, page_content }: Text, version: number) => {
    const grant = { itemId: target.itemId };
    if (fileKeysIn(page_content).some((key) => !own.has(key)))
      await mentionFiles(work, { ...run, grant }, page_id, page_content);
    written.push({ at, page_id, version, written_hash: formHash(page_title, page_content) });
    run.progress(texts.files.size + written.length, total);
  };
  const added = drafts.filter((draft) => draft.isNew);
  for (let at = 0; at < added.length; at += CHUNK) {
    const some = added
      .slice(at, at + CHUNK)
      .map((draft) => ({ ...draft, page_content: contentOf(draft.source.page, texts) }));
    await writeNew(work, run, target, some);
    for (const draft of some) await note(draft, 1);
  }
  const { grant } = target;
  const changed = grant ? drafts.filter((draft) => !draft.isNew) : [];
  for (let at = 0; at < changed.length; at += CHUNK) {
    const some = changed
      .slice(at, at + CHUNK)
      .map((draft) => ({ ...draft, page_content: contentOf(draft.source.page, texts) }));
    for (const draft of await run.deps.importer.derive(some))
      if (grant) await note(draft, await writeChanged(work, run, grant, draft));
  }
  forgetPages(
    work,
    run,
    written.map((page) => page.page_id),
  );
  return written;
}
