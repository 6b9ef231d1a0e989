import type { Account } from '@octavo/contract/entities';
import type { Workbook } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useFileDrops } from '../attachments/use-file-drops.ts';
import type { EditorSession } from '../editor-session.ts';
import { EditorLeaveGuard } from '../parts/editor-leave-guard.tsx';
import { EditorBanner } from '../states/editor-banner.tsx';
import { LoginDialog } from '../states/login-dialog.tsx';
import { useEditorLock } from '../use-editor-lock.ts';
import { usePageUrl } from '../use-page-url.ts';
import { usePageAutosave } from '../use-page-autosave.ts';
import { useSaveShortcut } from '../use-save-shortcut.ts';
import styles from './sheet-editor.module.css';
import { CELL_INPUT } from './edited-cell.ts';
import { SheetConflict } from './sheet-conflict.tsx';
import { SheetHeader } from './sheet-header.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { createSheetModel } from './sheet-model.ts';

/** Lazy: several times as large as the rest of this screen. */
const Spreadsheet = lazy(async () => ({
  default: (await import('./spreadsheet.tsx')).Spreadsheet,
}));

interface SheetEditorProps {
  session: EditorSession;
  account: Account;
  /** Identifies this editor in the history state; unchanged when a new page gets its own URL. */
  editorKey: string;
  /** Reloads the page from the server into a new editor. */
  onReopen: (page_id: number) => void;
}

/** The editor of table pages. FortuneSheet holds the cells; autosave, lock and drafts work as for text pages. */
export function SheetEditor({ session, account, editorKey, onReopen }: SheetEditorProps) {
  const { t } = useText();
  const { autosave, model } = usePageAutosave(session, account, createSheetModel);
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const save = useAutosave(autosave, (state) => state.save);
  const [title, setTitle] = useState(session.fields.title);
  // FortuneSheet reads a workbook only when it mounts, so a replaced workbook needs a new `key`.
  const [loaded, setLoaded] = useState({ revision: 0, content: session.fields.content });
  const lock = useEditorLock(session, autosave, onReopen);
  const main = useRef<HTMLElement>(null);
  useFileDrops(() => showToast({ kind: 'error', text: t('sheetEditor.noFiles') }));
  useSaveShortcut(autosave.save);
  usePageUrl(session, page_id, editorKey);

  const onUserChange = useCallback(
    (sheets: Parameters<typeof model.setSheets>[0]) => {
      model.setSheets(sheets);
      autosave.touch();
    },
    [model, autosave],
  );
  const onCellEdit = useCallback(
    (editedCell: Parameters<typeof model.setEditedCell>[0]) => {
      model.setEditedCell(editedCell);
      autosave.touch();
    },
    [model, autosave],
  );
  const replace = useCallback(
    (workbook: Workbook) => {
      const content = writeWorkbook(workbook);
      model.change({ content });
      setLoaded(({ revision }) => ({ revision: revision + 1, content }));
      autosave.touch();
    },
    [model, autosave],
  );
  const onTitle = (next: string) => {
    setTitle(next);
    model.change({ title: next });
    autosave.touch();
  };

  return (
    <div className={styles.frame}>
      <PageTitle screen={title || t('sheetEditor.title')} />
      <SheetHeader
        item={session}
        autosave={autosave}
        page={{ model, isSheet: true, savedTime: session.savedTime }}
        lock={lock}
        title={title}
        onTitle={onTitle}
        onTitleDone={() => main.current?.querySelector<HTMLElement>(CELL_INPUT)?.focus()}
      >
        <SheetMenu session={session} autosave={autosave} model={model} onReplace={replace} />
      </SheetHeader>
      <EditorBanner autosave={autosave} lock={lock} model={model} />
      <main ref={main} id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Skeleton inset shape="page" />}>
          <Spreadsheet
            key={loaded.revision}
            content={loaded.content}
            onUserChange={onUserChange}
            onUpdate={model.updateView}
            onCellEdit={onCellEdit}
          />
        </Suspense>
      </main>
      {save.kind === 'conflict' && (
        <SheetConflict
          key={save.theirs.version}
          autosave={autosave}
          model={model}
          theirs={save.theirs}
          onReplace={replace}
        />
      )}
      {save.kind === 'login' && <LoginDialog autosave={autosave} model={model} account={account} />}
      <EditorLeaveGuard item={session} autosave={autosave} onLoginNeeded={autosave.requireLogin} />
    </div>
  );
}
