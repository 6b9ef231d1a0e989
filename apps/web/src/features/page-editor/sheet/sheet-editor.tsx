import type { Account } from '@octavo/contract/entities';
import type { Workbook } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../../shared/ui/skip-link.tsx';
import type { Opening } from '../opening.ts';
import { EditorLeaveGuard } from '../parts/editor-leave-guard.tsx';
import { EditorBanner } from '../states/editor-banner.tsx';
import { LoginDialog } from '../states/login-dialog.tsx';
import { useEditorLock } from '../use-editor-lock.ts';
import { useOwnAddress } from '../use-own-address.ts';
import { usePageKeeper } from '../use-page-keeper.ts';
import { useSaveKey } from '../use-save-key.ts';
import styles from './sheet-editor.module.css';
import { SheetConflict } from './sheet-conflict.tsx';
import { SheetHead } from './sheet-head.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { createWrittenSheet } from './written-sheet.ts';

/** Lazy: several times as large as the rest of this screen. */
const Engine = lazy(async () => ({ default: (await import('./engine.tsx')).Engine }));

interface SheetEditorProps {
  opening: Opening;
  writer: Account;
  /** Identifies this editor in the history state; unchanged when a new page gets its own URL. */
  place: string;
  /** Reloads the page from the server into a new editor. */
  onReopen: () => void;
}

/** The editor of table pages. FortuneSheet holds the cells; autosave, lock and drafts work as for text pages. */
export function SheetEditor({ opening, writer, place, onReopen }: SheetEditorProps) {
  const { t } = useText();
  const { keeper, written } = usePageKeeper(opening, writer, createWrittenSheet);
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const save = useKeeper(keeper, (state) => state.save);
  const [title, setTitle] = useState(opening.fields.title);
  // FortuneSheet reads a workbook only when it mounts, so a replaced workbook needs a new `key`.
  const [given, setGiven] = useState({ turn: 0, content: opening.fields.content });
  const lock = useEditorLock(opening, keeper, onReopen);
  useSaveKey(keeper.save);
  useOwnAddress(opening, page_id, place);

  const onChanged = useCallback(
    (sheets: Parameters<typeof written.take>[0]) => {
      written.take(sheets);
      keeper.touch();
    },
    [written, keeper],
  );
  const onTyped = useCallback(
    (typed: Parameters<typeof written.type>[0]) => {
      written.type(typed);
      keeper.touch();
    },
    [written, keeper],
  );
  const replace = useCallback(
    (workbook: Workbook) => {
      const content = writeWorkbook(workbook);
      written.change({ content });
      setGiven(({ turn }) => ({ turn: turn + 1, content }));
      keeper.touch();
    },
    [written, keeper],
  );
  const onTitle = (next: string) => {
    setTitle(next);
    written.change({ title: next });
    keeper.touch();
  };

  return (
    <div className={styles.frame}>
      <PageTitle screen={title || t('sheetEditor.title')} />
      <SheetHead item={opening} keeper={keeper} lock={lock} title={title} onTitle={onTitle}>
        <SheetMenu opening={opening} keeper={keeper} written={written} onReplace={replace} />
      </SheetHead>
      <EditorBanner keeper={keeper} lock={lock} written={written} />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Skeleton inset shape="page" />}>
          <Engine
            key={given.turn}
            content={given.content}
            onChanged={onChanged}
            onShown={written.show}
            onTyped={onTyped}
          />
        </Suspense>
      </main>
      {save.kind === 'conflict' && (
        <SheetConflict
          key={save.theirs.version}
          keeper={keeper}
          written={written}
          theirs={save.theirs}
          onReplace={replace}
        />
      )}
      {save.kind === 'login' && <LoginDialog keeper={keeper} written={written} writer={writer} />}
      <EditorLeaveGuard item={opening} keeper={keeper} onLoginNeeded={keeper.askLogin} />
    </div>
  );
}
