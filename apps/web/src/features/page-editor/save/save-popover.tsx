import { MAX_VERSION_COMMENT_LENGTH } from '@octavo/contract/limits';
import { BookmarkPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import type { SaveState } from '../../../shared/autosave/save-state.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { compareLines } from '../../../shared/compare/compare.ts';
import { useMedia } from '../../../shared/hooks/media.ts';
import { clockOrDate } from '../../../shared/i18n/format-time.ts';
import { useNow } from '../../../shared/hooks/now.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import type { ItemUrlParts } from '../../../shared/items/item-url.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import type { EditorModel } from '../editor-model.ts';
import styles from './save-popover.module.css';
import { useSaveAndLeave } from './use-save-and-leave.ts';

/** What the save options show besides the state of the autosave. */
export interface SavedPage {
  readonly model: Pick<EditorModel, 'read'>;
  readonly isSheet: boolean;
  /** When the page was last saved before the editor was opened; null for a new page. */
  readonly savedTime: number | null;
}

interface SavePopoverProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
  onChanges: () => void;
  /** Absent: the page cannot become a template. */
  onTemplate: (() => void) | undefined;
  /** `returnsFocus`: closed by the keyboard, not by a click elsewhere. */
  onClose: (returnsFocus: boolean) => void;
}

/** The save options below the button, or as a sheet at the bottom of a phone. The note stays until the next save. */
export function SavePopover(props: SavePopoverProps) {
  const { item, autosave, page, onChanges, onTemplate, onClose } = props;
  const { t } = useText();
  const isPhone = useMedia('(max-width: 640px)');
  const note = useAutosave(autosave, (state) => state.note);
  const save = useAutosave(autosave, (state) => state.save);
  const [pressed, setPressed] = useState<'save' | 'leave'>();
  const saveAndLeave = useSaveAndLeave(item, autosave);
  const popover = usePopover(isPhone, onClose);
  const isSaving = save.kind === 'saving';
  const hasOwnDialog = save.kind === 'conflict' || save.kind === 'login';
  const closeForDialog = useEffectEvent(() => onClose(false));
  useEffect(() => {
    if (hasOwnDialog) closeForDialog();
  }, [hasOwnDialog]);

  async function run(action: 'save' | 'leave'): Promise<void> {
    setPressed(action);
    const { savedAt } = autosave.getState();
    let isLeaving = false;
    if (action === 'leave') isLeaving = await saveAndLeave();
    else await autosave.save();
    const isSaved = autosave.getState().savedAt !== savedAt;
    // A file that is not uploaded keeps the user in the editor.
    if (isSaved && !isLeaving) onClose(true);
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void run('save');
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
    }
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={popover}
      className={styles.popover}
      aria-label={t('editor.saveWithNote')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose(true);
      }}
      onClick={({ target, currentTarget }) => {
        // Only the backdrop of the sheet: its content fills the dialog.
        if (target === currentTarget) onClose(true);
      }}
    >
      <div className={styles.body}>
        <Field
          optional
          label={t('editor.note')}
          help={
            <span className={styles.help}>
              <span>{t('editor.noteHelp')}</span>
              <span className={styles.length}>
                {t('editor.noteLength', { length: note.length, max: MAX_VERSION_COMMENT_LENGTH })}
              </span>
            </span>
          }
        >
          <TextArea
            name="page_comments"
            value={note}
            maxLength={MAX_VERSION_COMMENT_LENGTH}
            // A note is one line of the history, without tabs and other control characters.
            onText={(text) => autosave.setNote(text.replaceAll(/[\s\p{Cc}]+/gu, ' '))}
          />
        </Field>
        <ChangeSummary autosave={autosave} page={page} onChanges={onChanges} />
        <SaveProblem save={save} />
        <div className={styles.buttons}>
          <Button loading={isSaving && pressed === 'leave'} onClick={() => void run('leave')}>
            {t('editor.saveAndLeave')}
          </Button>
          <Button
            variant="primary"
            loading={isSaving && pressed !== 'leave'}
            onClick={() => void run('save')}
          >
            {t('editor.save')}
            <kbd className="key on-accent" aria-hidden="true">
              Ctrl ↵
            </kbd>
          </Button>
        </div>
      </div>
      {onTemplate && (
        <div className={styles.more}>
          <button type="button" onClick={onTemplate}>
            <BookmarkPlus />
            {t('tools.saveAsTemplate')}
          </button>
        </div>
      )}
    </dialog>
  );
}

/** Opens the dialog and focuses the note. Without a backdrop a click elsewhere closes it. */
function usePopover(isPhone: boolean, onClose: (returnsFocus: boolean) => void) {
  const popover = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = popover.current;
    if (!dialog) return;
    if (isPhone) dialog.showModal();
    else dialog.show();
    dialog.querySelector('textarea')?.focus();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (isPhone || !(target instanceof Node) || dialog.parentElement?.contains(target)) return;
      close(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      dialog.close();
    };
  }, [isPhone]);
  return popover;
}

interface ChangeSummaryProps {
  autosave: Autosave;
  page: SavedPage;
  onChanges: () => void;
}

/** The number of changed lines. A table has none, so it only gets the button. */
function ChangeSummary({ autosave, page, onChanges }: ChangeSummaryProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const now = useNow();
  const savedAt = useAutosave(autosave, (state) => state.savedAt);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const { model, isSheet } = page;
  const [count, setCount] = useState<{ added: number; removed: number }>();
  useEffect(() => {
    // After the popover is shown: comparing long texts takes a while.
    const timer = setTimeout(() => {
      if (!isSheet) setCount(compareLines(autosave.base().fields.content, model.read().content));
    });
    return () => clearTimeout(timer);
  }, [autosave, model, isSheet]);
  const time = savedAt ?? page.savedTime;
  if (!isChanged) return <p className={styles.summary}>{t('editor.noChanges')}</p>;
  if (count?.added === 0 && count.removed === 0)
    return <p className={styles.summary}>{t('editor.sameText')}</p>;
  return (
    <p className={styles.summary}>
      {count && (
        <span className={styles.count}>
          <span className={styles.added} aria-hidden="true">
            +{count.added}
          </span>
          <span className={styles.removed} aria-hidden="true">
            −{count.removed}
          </span>
          <span className="visually-hidden">
            {t('diff.added', { count: count.added })}, {t('diff.removed', { count: count.removed })}
          </span>
          {time === null
            ? t('editor.linesNew')
            : t('editor.linesSince', { time: clockOrDate(time, now ?? time, language) })}
        </span>
      )}
      <button type="button" className={styles.see} onClick={onChanges}>
        {t('editor.seeChanges')}
      </button>
    </p>
  );
}

/** Why the last save has failed. */
function SaveProblem({ save }: { save: SaveState }) {
  const { t } = useText();
  const text = (() => {
    switch (save.kind) {
      case 'refused':
        return save.message || t('editor.notSaved');
      case 'locked':
        return t('editor.notSaved');
      case 'waiting':
        return t('editor.offlineTitle');
      case 'busy':
        return t('states.busyTitle');
      default:
        return undefined;
    }
  })();
  if (text === undefined) return null;
  return (
    <div className={styles.problem}>
      <Note kind="error">{text}</Note>
    </div>
  );
}
