import type { Account } from '@octavo/contract/entities';
import { lazy, Suspense } from 'react';
import { useLocation, useOutletContext, useParams, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError, NoRight } from '../../shared/items/item-load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { Editor } from './editor.tsx';
import type { Asked } from './opening.ts';
import { DraftQuestion } from './states/draft-question.tsx';
import { useOpening } from './use-opening.ts';

const MARKDOWN = 0;
const SHEET = 1;

/** Lazy: only needed for table pages, and the spreadsheet library is large. */
const SheetEditor = lazy(async () => ({
  default: (await import('./sheet/sheet-editor.tsx')).SheetEditor,
}));
/** Lazy: only needed while another person edits the page. */
const LockedPage = lazy(async () => ({
  default: (await import('./states/locked-page.tsx')).LockedPage,
}));

const number = (text: string | null | undefined) => Math.max(0, Math.trunc(Number(text)) || 0);

export function PageEditorScreen() {
  const place = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const asked: Asked = {
    item_id: number(params['item_id']),
    page_id: number(params['page_id']),
    cat_id: number(search.get('cat_id')),
    copy_page_id: number(search.get('copy_page_id')),
    page_type: search.get('page_type') === '1' ? SHEET : MARKDOWN,
    draft: search.get('draft') ?? undefined,
  };
  // The URL of a new page changes after its first save; the editor must not remount then.
  const same = (place.state as { editor?: string } | null)?.editor ?? place.key;
  return <OpenedEditor key={same} place={same} asked={asked} />;
}

function OpenedEditor({ asked, place }: { asked: Asked; place: string }) {
  const writer = useOutletContext<Account>();
  const { opening, error, retry, restore, discard } = useOpening(asked, writer.uid);

  const isSheet = opening?.page_type === SHEET;
  if (opening?.lock.kind === 'other')
    return (
      <Suspense fallback={<Opens />}>
        <LockedPage key={opening.id} opening={opening} onFree={retry} />
      </Suspense>
    );
  if (opening?.mayEdit) {
    const Shown = isSheet ? SheetEditor : Editor;
    return (
      <Suspense fallback={<Opens />}>
        <Shown key={opening.id} opening={opening} writer={writer} place={place} onReopen={retry} />
        {opening.draft && (
          <DraftQuestion
            draft={opening.draft}
            saved={opening.fields}
            isSheet={isSheet}
            onRestore={restore}
            onDiscard={discard}
          />
        )}
      </Suspense>
    );
  }
  if (opening) return <PlainFrame>{<NoRight />}</PlainFrame>;
  if (error)
    return (
      <PlainFrame>
        <ItemLoadError error={error} onRetry={retry} />
      </PlainFrame>
    );
  return <Opens />;
}

function Opens() {
  const { t } = useText();
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <PageTitle screen={t('editor.title')} />
      <Skeleton inset shape="page" />
    </main>
  );
}
