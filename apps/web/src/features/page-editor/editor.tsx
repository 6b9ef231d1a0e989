import type { EditorView } from '@codemirror/view';
import type { Account } from '@octavo/contract/entities';
import { paths } from '@octavo/contract/paths';
import { ArrowUpDown, History, Paperclip } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useMedia } from '../../shared/hooks/media.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useAutosave } from '../../shared/autosave/use-autosave.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { FileButtons } from './attachments/file-buttons.tsx';
import { createPendingUploads } from './attachments/pending-uploads.ts';
import { handleFiles, uploadFiles } from './attachments/upload-files.ts';
import { useFileDrops } from './attachments/use-file-drops.ts';
import { usePageFiles } from './attachments/use-page-files.ts';
import styles from './editor.module.css';
import type { EditorSession } from './editor-session.ts';
import { HeaderButton } from './parts/header-button.tsx';
import { Divider, useSplit } from './parts/divider.tsx';
import { EditorHeader } from './parts/editor-header.tsx';
import { EditorBanner } from './states/editor-banner.tsx';
import { LockButton } from './parts/lock-button.tsx';
import { useEditorLock } from './use-editor-lock.ts';
import { EditorLeaveGuard } from './parts/editor-leave-guard.tsx';
import { StatusBar } from './parts/status-bar.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import {
  LIVE_LIMIT,
  useViewMode,
  useViewModeShortcut,
  ViewModeSwitch,
} from './parts/view-mode-switch.tsx';
import { LiveMode } from './live/live-mode.tsx';
import { PreviewPane } from './preview/preview-pane.tsx';
import { createEmitter } from './emitter.ts';
import { createEditorHandle } from './source/create-editor-handle.ts';
import { SourcePane } from './source/source-pane.tsx';
import { EditorTools, type EditorTool } from './tools/editor-tools.tsx';
import { LoginDialog } from './states/login-dialog.tsx';
import { usePageUrl } from './use-page-url.ts';
import { usePageAutosave } from './use-page-autosave.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';
import { createEditorModel } from './editor-model.ts';
import { InsertButton } from './insert/insert-button.tsx';
import { createInsertController } from './insert/insert-controller.ts';
import { InsertMenus } from './insert/insert-menus.tsx';
import { createTableController } from './table/table-controller.ts';
import { TableHandles } from './table/table-handles.tsx';

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
  session: EditorSession;
  account: Account;
  /** Identifies this editor in the history state; unchanged when a new page gets its own URL. */
  editorKey: string;
  /** Reloads the page from the server into a new editor. */
  onReopen: (page_id: number) => void;
}

export function Editor({ session, account, editorKey, onReopen }: EditorProps) {
  const { t } = useText();
  const isNarrow = useMedia('(max-width: 999px)');
  const [pendingUploads] = useState(createPendingUploads);
  const { autosave, model } = usePageAutosave(session, account, createEditorModel, pendingUploads);
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const save = useAutosave(autosave, (state) => state.save);
  const [title, setTitle] = useState(session.fields.title);
  const [catId, setCatId] = useState(session.fields.cat_id);
  const [view, setView] = useState<EditorView | null>(null);
  const handle = useMemo(() => view && createEditorHandle(view), [view]);
  const [mode, setMode] = useViewMode(account.uid);
  const [cursor] = useState(createEmitter);
  const [changes] = useState(createEmitter);
  const [insert] = useState(createInsertController);
  const [table] = useState(createTableController);
  const [openTool, setOpenTool] = useState<EditorTool>();
  const { share, change } = useSplit();
  const [openDialog, setOpenDialog] = useState<'sort' | 'history' | 'files'>();
  const isTooLong = useSyncExternalStore(
    changes.on,
    () => view !== null && view.state.doc.length > LIVE_LIMIT,
  );
  const isUnavailable = (mode === 'split' && isNarrow) || (mode === 'live' && isTooLong);
  const shown = isUnavailable ? 'write' : mode;
  const viewMode = { value: shown, isNarrow, isTooLong, onValue: setMode };
  const lock = useEditorLock(session, autosave, onReopen);
  const files = usePageFiles(session.item_id, page_id, pendingUploads);
  useFileDrops((dropped) => view && handleFiles(view, dropped, files.uploads));
  const [offered] = files.offered;
  useSaveShortcut(autosave.save);
  useViewModeShortcut(viewMode);
  usePageUrl(session, page_id, editorKey);

  const onReady = useCallback(
    (ready: EditorView | null) => {
      model.attach(ready);
      setView(ready);
    },
    [model],
  );
  useEffect(() => {
    // On a touch screen the focus would open the keyboard over a page that the user may want to read first.
    const isReadFirst = session.fields.content !== '' && matchMedia('(pointer: coarse)').matches;
    if (view && session.page_id > 0 && !isReadFirst) view.focus();
  }, [view, session]);
  const onChange = useCallback(() => {
    autosave.touch();
    changes.emit();
  }, [autosave, changes]);
  const onTitle = (next: string) => {
    setTitle(next);
    model.change({ title: next });
    autosave.touch();
  };
  const onCatalog = (next: number) => {
    setCatId(next);
    model.change({ cat_id: next });
    autosave.touch();
  };

  return (
    <div className={styles.frame}>
      <PageTitle screen={title || t('editor.title')} />
      <EditorHeader
        item={session}
        autosave={autosave}
        page={{ model, isSheet: false, savedTime: session.savedTime }}
        title={title}
        catId={catId}
        onTitle={onTitle}
        onTitleDone={() => view?.focus()}
        onCatalog={onCatalog}
      >
        {page_id > 0 && <LockButton lock={lock} />}
        <HeaderButton
          icon={<ArrowUpDown />}
          label={t('editor.sortPages')}
          onClick={() => setOpenDialog('sort')}
        />
        {page_id > 0 && (
          <HeaderButton
            icon={<History />}
            label={t('editor.history')}
            onClick={() => setOpenDialog('history')}
          />
        )}
        {page_id > 0 && (
          <HeaderButton
            icon={<Paperclip />}
            label={t('attachment.title')}
            count={files.count}
            onClick={() => setOpenDialog('files')}
          />
        )}
      </EditorHeader>
      <Toolbar
        view={view}
        inserts={
          view && (
            <FileButtons
              onFiles={(chosen) => {
                view.focus();
                uploadFiles(view, chosen, files.uploads);
              }}
            />
          )
        }
        insertMenu={<InsertButton controller={insert} />}
        tools={
          handle && (
            <EditorTools
              handle={handle}
              item_id={session.item_id}
              page_id={page_id}
              title={title}
              openTool={openTool}
              onTool={setOpenTool}
            />
          )
        }
      >
        <ViewModeSwitch {...viewMode} />
      </Toolbar>
      <EditorBanner autosave={autosave} lock={lock} model={model} hasCatalogSelect />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={styles.panes}
        style={{ gridTemplateColumns: shown === 'split' ? `${share}fr auto ${100 - share}fr` : '' }}
      >
        <SourcePane
          text={session.fields.content}
          isShown={shown !== 'read'}
          onReady={onReady}
          uploads={files.uploads}
          insertExtension={insert.extension}
          tableExtension={table.extension}
          onChange={onChange}
          onCursor={cursor.emit}
        />
        {shown === 'split' && <Divider share={share} onShare={change} />}
        {view && shown === 'live' && (
          <LiveMode
            view={view}
            changes={changes}
            uploads={files.uploads}
            insert={insert}
            pageUrl={page_id > 0 ? location.origin + paths.page.href({ page_id }) : undefined}
            onFailed={() => setMode('write')}
          />
        )}
        {(shown === 'split' || shown === 'read') && (
          <PreviewPane
            view={view}
            changes={changes}
            title={title}
            page_id={page_id}
            isSplit={shown === 'split'}
            uploads={files.uploads}
          />
        )}
        {view && (
          <InsertMenus
            controller={insert}
            view={view}
            item_id={session.item_id}
            page_id={page_id}
            cat_id={catId}
            uploads={files.uploads}
            onTool={setOpenTool}
          />
        )}
        {view && <TableHandles controller={table} view={view} />}
        {save.kind === 'conflict' && handle && (
          <Suspense fallback={<Skeleton inset shape="page" />}>
            <MergeScreen
              key={save.theirs.version}
              autosave={autosave}
              model={model}
              handle={handle}
              theirs={save.theirs}
            />
          </Suspense>
        )}
      </main>
      <StatusBar
        autosave={autosave}
        savedTime={session.savedTime}
        lock={lock}
        view={view}
        cursor={cursor}
        live={mode === 'live' && isTooLong ? 'tooLong' : shown === 'live' ? 'on' : 'off'}
      />
      {save.kind === 'login' && <LoginDialog autosave={autosave} model={model} account={account} />}
      <Suspense>
        {openDialog === 'sort' && (
          <SortPagesDialog
            itemId={session.item_id}
            catId={catId}
            onClosed={() => setOpenDialog(undefined)}
          />
        )}
        {openDialog === 'history' && handle && (
          <EditorHistory
            page_id={page_id}
            handle={handle}
            onClosed={() => setOpenDialog(undefined)}
          />
        )}
        {openDialog === 'files' && handle && (
          <AttachmentsDialog
            target={{ item_id: session.item_id, page_id }}
            username={account.username}
            handle={handle}
            onClosed={() => setOpenDialog(undefined)}
          />
        )}
        {offered && view && handle && (
          <TextFileDialog
            key={files.offered.length}
            file={offered}
            onAttach={() => uploadFiles(view, [offered], files.uploads)}
            onInsert={handle.add}
            onClosed={files.onChosen}
          />
        )}
      </Suspense>
      <EditorLeaveGuard item={session} autosave={autosave} onLoginNeeded={autosave.requireLogin} />
    </div>
  );
}
