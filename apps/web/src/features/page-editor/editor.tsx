import type { EditorView } from '@codemirror/view';
import type { Account } from '@octavo/contract/entities';
import { ArrowUpDown, History, Paperclip } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useMedia } from '../../shared/hooks/media.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useKeeper } from '../../shared/keep/use-keeper.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { FileButtons } from './attachments/file-buttons.tsx';
import { addFiles } from './attachments/take-files.ts';
import { usePageFiles } from './attachments/use-page-files.ts';
import styles from './editor.module.css';
import type { Opening } from './opening.ts';
import { HeadAction } from './parts/head-action.tsx';
import { Divider, useSplit } from './parts/divider.tsx';
import { EditorHead } from './parts/editor-head.tsx';
import { EditorBanner } from './states/editor-banner.tsx';
import { LockButton } from './parts/lock-button.tsx';
import { useEditorLock } from './use-editor-lock.ts';
import { EditorLeaveGuard } from './parts/editor-leave-guard.tsx';
import { StatusLine } from './parts/status-line.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import { useViewKey, ViewChoice, type ViewMode } from './parts/view-choice.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { createSignal } from './signal.ts';
import { handleOf } from './source/handle-of.ts';
import { SourcePane } from './source/source-pane.tsx';
import { EditorTools } from './tools/editor-tools.tsx';
import { LoginDialog } from './states/login-dialog.tsx';
import { useOwnAddress } from './use-own-address.ts';
import { usePageKeeper } from './use-page-keeper.ts';
import { useSaveKey } from './use-save-key.ts';
import { createWritten } from './written.ts';

/** Lazy: only needed on a save conflict. */
const MergeScreen = lazy(async () => ({
  default: (await import('./merge/merge-screen.tsx')).MergeScreen,
}));

const SortPagesDialog = lazy(async () => ({
  default: (await import('../../shared/catalogs/sort-pages-dialog.tsx')).SortPagesDialog,
}));
const EditorHistory = lazy(async () => ({
  default: (await import('./history/editor-history.tsx')).EditorHistory,
}));
const AttachmentsDialog = lazy(async () => ({
  default: (await import('./attachments/attachments-dialog.tsx')).AttachmentsDialog,
}));

const TextFileDialog = lazy(async () => ({
  default: (await import('./attachments/text-file-dialog.tsx')).TextFileDialog,
}));

interface EditorProps {
  opening: Opening;
  writer: Account;
  /** Identifies this editor in the history state; unchanged when a new page gets its own URL. */
  place: string;
  /** Reloads the page from the server into a new editor. */
  onReopen: () => void;
}

export function Editor({ opening, writer, place, onReopen }: EditorProps) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const { keeper, written } = usePageKeeper(opening, writer, createWritten);
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const save = useKeeper(keeper, (state) => state.save);
  const [title, setTitle] = useState(opening.fields.title);
  const [catId, setCatId] = useState(opening.fields.cat_id);
  const [view, setView] = useState<EditorView | null>(null);
  const handle = useMemo(() => view && handleOf(view), [view]);
  const [mode, setMode] = useState<ViewMode>('split');
  const [cursor] = useState(createSignal);
  const [changes] = useState(createSignal);
  const { share, change } = useSplit();
  const [layer, setLayer] = useState<'sort' | 'history' | 'files'>();
  // A narrow screen has no room for two panes.
  const shown = isNarrow && mode === 'split' ? 'write' : mode;
  const lock = useEditorLock(opening, keeper, onReopen);
  const files = usePageFiles(opening.item_id, page_id);
  const [offered] = files.offered;
  useSaveKey(keeper.save);
  useViewKey(setMode);
  useOwnAddress(opening, page_id, place);

  const onReady = useCallback(
    (ready: EditorView | null) => {
      written.attach(ready);
      setView(ready);
    },
    [written],
  );
  const onChange = useCallback(() => {
    keeper.touch();
    changes.give();
  }, [keeper, changes]);
  const onTitle = (next: string) => {
    setTitle(next);
    written.change({ title: next });
    keeper.touch();
  };
  const onCatalog = (next: number) => {
    setCatId(next);
    written.change({ cat_id: next });
    keeper.touch();
  };

  return (
    <div className={styles.frame}>
      <PageTitle screen={title || t('editor.title')} />
      <EditorHead
        item={opening}
        keeper={keeper}
        title={title}
        catId={catId}
        onTitle={onTitle}
        onTitleDone={() => view?.focus()}
        onCatalog={onCatalog}
      >
        {page_id > 0 && <LockButton lock={lock} />}
        <HeadAction
          icon={<ArrowUpDown />}
          label={t('editor.sortPages')}
          onClick={() => setLayer('sort')}
        />
        {page_id > 0 && (
          <HeadAction
            icon={<History />}
            label={t('editor.history')}
            onClick={() => setLayer('history')}
          />
        )}
        {page_id > 0 && (
          <HeadAction
            icon={<Paperclip />}
            label={t('attachment.title')}
            count={files.count}
            onClick={() => setLayer('files')}
          />
        )}
      </EditorHead>
      <Toolbar
        view={view}
        inserts={
          view && <FileButtons onFiles={(chosen) => addFiles(view, chosen, files.uploads)} />
        }
        tools={
          handle && (
            <EditorTools
              handle={handle}
              item_id={opening.item_id}
              page_id={page_id}
              title={title}
            />
          )
        }
      >
        <ViewChoice value={shown} isNarrow={isNarrow} onValue={setMode} />
      </Toolbar>
      <EditorBanner keeper={keeper} lock={lock} written={written} />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={styles.panes}
        style={{ gridTemplateColumns: shown === 'split' ? `${share}fr auto ${100 - share}fr` : '' }}
      >
        <SourcePane
          text={opening.fields.content}
          isShown={shown !== 'preview'}
          onReady={onReady}
          uploads={files.uploads}
          onChange={onChange}
          onCursor={cursor.give}
        />
        {shown === 'split' && <Divider share={share} onShare={change} />}
        {shown !== 'write' && (
          <PreviewPane
            view={view}
            changes={changes}
            title={title}
            page_id={page_id}
            isBeside={shown === 'split'}
          />
        )}
        {save.kind === 'conflict' && handle && (
          <Suspense fallback={<Skeleton inset shape="page" />}>
            <MergeScreen
              key={save.theirs.version}
              keeper={keeper}
              written={written}
              handle={handle}
              theirs={save.theirs}
            />
          </Suspense>
        )}
      </main>
      <StatusLine keeper={keeper} lock={lock} view={view} cursor={cursor} />
      {save.kind === 'login' && <LoginDialog keeper={keeper} written={written} writer={writer} />}
      <Suspense>
        {layer === 'sort' && (
          <SortPagesDialog
            itemId={opening.item_id}
            catId={catId}
            onClosed={() => setLayer(undefined)}
          />
        )}
        {layer === 'history' && handle && (
          <EditorHistory page_id={page_id} handle={handle} onClosed={() => setLayer(undefined)} />
        )}
        {layer === 'files' && handle && (
          <AttachmentsDialog
            place={{ item_id: opening.item_id, page_id }}
            username={writer.username}
            handle={handle}
            onClosed={() => setLayer(undefined)}
          />
        )}
        {offered && view && handle && (
          <TextFileDialog
            key={files.offered.length}
            file={offered}
            onAttach={() => addFiles(view, [offered], files.uploads)}
            onInsert={handle.add}
            onClosed={files.onChosen}
          />
        )}
      </Suspense>
      <EditorLeaveGuard item={opening} keeper={keeper} onLoginNeeded={keeper.askLogin} />
    </div>
  );
}
