import type { Account } from '@octavo/contract/entities';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import { lazy, Suspense } from 'react';
import { useLocation, useOutletContext, useParams, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError, AccessDenied } from '../../shared/items/item-load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { Editor } from './editor.tsx';
import type { EditorParams } from './editor-session.ts';
import { RestoreDraftDialog } from './states/restore-draft-dialog.tsx';
import { useEditorSession } from './use-editor-session.ts';

/** Lazy: only needed for table pages, and the spreadsheet library is large. */
const SheetEditor = lazy(async () => ({
  default: (await import('./sheet/sheet-editor.tsx')).SheetEditor,
}));
/** Lazy: only needed while another person edits the page. */
const LockedPage = lazy(async () => ({
  default: (await import('./states/locked-page.tsx')).LockedPage,
}));

const parseId = (text: string | null | undefined) => Math.max(0, Math.trunc(Number(text)) || 0);

export function PageEditorScreen() {
  const location = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const editorParams: EditorParams = {
    item_id: parseId(params['item_id']),
    page_id: parseId(params['page_id']),
    cat_id: parseId(search.get('cat_id')),
    copy_page_id: parseId(search.get('copy_page_id')),
    page_type: search.get('page_type') === String(SHEET_PAGE) ? SHEET_PAGE : MARKDOWN_PAGE,
    draft: search.get('draft') ?? undefined,
  };
  // The URL of a new page changes after its first save; the editor must not remount then.
  const editorKey = (location.state as { editor?: string } | null)?.editor ?? location.key;
  return <EditorLoader key={editorKey} editorKey={editorKey} editorParams={editorParams} />;
}

function EditorLoader({
  editorParams,
  editorKey,
}: {
  editorParams: EditorParams;
  editorKey: string;
}) {
  const account = useOutletContext<Account>();
  const { session, error, retry, reopen, restore, discard } = useEditorSession(
    editorParams,
    account.uid,
  );

  const isSheet = session?.page_type === SHEET_PAGE;
  if (session?.lock.kind === 'other')
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <LockedPage key={session.id} session={session} onLockObtained={retry} />
      </Suspense>
    );
  if (session?.mayEdit) {
    const EditorComponent = isSheet ? SheetEditor : Editor;
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <EditorComponent
          key={session.id}
          session={session}
          account={account}
          editorKey={editorKey}
          onReopen={reopen}
        />
        {session.draft && (
          <RestoreDraftDialog
            draft={session.draft}
            saved={session.fields}
            isSheet={isSheet}
            onRestore={restore}
            onDiscard={discard}
          />
        )}
      </Suspense>
    );
  }
  if (session) return <PlainFrame>{<AccessDenied />}</PlainFrame>;
  if (error)
    return (
      <PlainFrame>
        <ItemLoadError error={error} onRetry={retry} />
      </PlainFrame>
    );
  return <EditorSkeleton />;
}

function EditorSkeleton() {
  const { t } = useText();
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <PageTitle screen={t('editor.title')} />
      <Skeleton inset shape="page" />
    </main>
  );
}
