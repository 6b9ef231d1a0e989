import type { EditorView } from '@codemirror/view';
import { Check, HardDriveDownload, Lock, Save, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSecondsUntil } from '../../../shared/hooks/retry-countdown.ts';
import { useNow } from '../../../shared/hooks/now.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { clockOrDate, clockTime } from '../../../shared/i18n/format-time.ts';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { useLock, type PageLock } from '../../../shared/lock/page-lock.ts';
import { countText, type TextCount } from '../count-text.ts';
import type { Emitter } from '../emitter.ts';
import styles from './status-bar.module.css';
import { LIVE_LIMIT } from './view-mode-switch.tsx';

interface StatusBarProps {
  autosave: Autosave;
  /** When the page was last saved before the editor was opened; null for a new page. */
  savedTime: number | null;
  lock: PageLock;
  view: EditorView | null;
  /** Emits whenever the cursor or the text has changed. */
  cursor: Emitter;
  /** Whether Live is shown, or was chosen for a text that is too long for it. */
  live: 'on' | 'off' | 'tooLong';
}

export function StatusBar({ autosave, savedTime, lock, view, cursor, live }: StatusBarProps) {
  const { t } = useText();
  return (
    <footer className={styles.line}>
      <SaveStatus autosave={autosave} />
      <LastSaved autosave={autosave} savedTime={savedTime} />
      <DraftStatus autosave={autosave} />
      <LockStatus lock={lock} />
      <output className={styles.live}>
        {live === 'tooLong' && t('editor.liveTooLong', { limit: LIVE_LIMIT })}
      </output>
      <span className={styles.right}>
        {live === 'on' && <span>{t('editor.marksShown')}</span>}
        <CursorPosition view={view} cursor={cursor} />
      </span>
    </footer>
  );
}

export function SaveStatus({ autosave }: { autosave: Autosave }) {
  const { t } = useText();
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const savedAt = useAutosave(autosave, (state) => state.savedAt);
  const save = useAutosave(autosave, (state) => state.save);
  const status = (() => {
    switch (save.kind) {
      case 'saving':
        return {
          kind: 'busy',
          words: t(save.awaitsUploads ? 'editor.savingAfterUpload' : 'editor.saving'),
        };
      case 'waiting':
        return {
          kind: 'changed',
          words: t('editor.notSavedSince', { time: clockTime(save.since) }),
        };
      case 'locked':
      case 'refused':
        return { kind: 'failed', words: t('editor.notSaved') };
      default:
        if (isChanged) return { kind: 'changed', words: t('editor.unsaved') };
        return savedAt === null
          ? { kind: 'same', words: t('editor.unchanged') }
          : { kind: 'saved', words: t('editor.savedAt', { time: clockTime(savedAt) }) };
    }
  })();
  if (save.kind === 'busy') return <RetryStatus retryAt={save.retryAt} />;
  return (
    <output className={`${styles.state} ${styles[status.kind]}`}>
      {status.kind === 'saved' ? <Check /> : <span className={styles.dot} />}
      {status.words}
    </output>
  );
}

function RetryStatus({ retryAt }: { retryAt: number }) {
  const { t } = useText();
  const seconds = useSecondsUntil(retryAt);
  return (
    <span className={`${styles.state} ${styles.changed}`}>
      <span className={styles.dot} />
      <output className="visually-hidden">{t('states.busyTitle')}</output>
      {/* Screen readers do not announce a `timer` every second. */}
      <span role="timer">{t('editor.savingAgainIn', { seconds })}</span>
    </span>
  );
}

export function LockStatus({ lock }: { lock: PageLock }) {
  const { t } = useText();
  if (useLock(lock).kind !== 'held') return null;
  return (
    <span className={styles.state}>
      <Lock />
      {t('editor.lockedByYou')}
    </span>
  );
}

/** When the page was last saved; shown only while there are unsaved changes. */
function LastSaved({ autosave, savedTime }: Pick<StatusBarProps, 'autosave' | 'savedTime'>) {
  const { t } = useText();
  const { language } = useLanguage();
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const time = useAutosave(autosave, (state) => state.savedAt) ?? savedTime;
  const now = useNow();
  if (!isChanged || time === null) return null;
  return (
    <span className={`${styles.state} ${styles.lastSaved}`}>
      {t('editor.lastSaved', { time: clockOrDate(time, now ?? time, language) })}
    </span>
  );
}

const TICK_MS = 1000;
const MINUTE_SECONDS = 60;

export function DraftStatus({ autosave }: { autosave: Autosave }) {
  const { t } = useText();
  const storageFailed = useAutosave(autosave, (state) => state.storageFailed);
  const isDraftStored = useAutosave(autosave, (state) => state.storedAt !== null);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  const serverDraft = useAutosave(autosave, (state) => state.serverDraft);
  if (!isChanged) return null;
  if (serverDraft.kind === 'stored') return <ServerDraftStatus time={serverDraft.time} />;
  if (storageFailed)
    return (
      <span className={`${styles.state} ${styles.failed}`}>
        <TriangleAlert />
        {t('editor.cannotKeep')}
      </span>
    );
  if (!isDraftStored) return null;
  const isFailed = serverDraft.kind === 'failed';
  return (
    <span
      className={isFailed ? `${styles.state} ${styles.changed}` : styles.state}
      data-tip={isFailed ? serverDraft.reason : undefined}
    >
      <HardDriveDownload />
      {t('editor.draftKept')}
    </span>
  );
}

/** Counts the seconds of the first minute. */
function ServerDraftStatus({ time }: { time: number }) {
  const { t } = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - time) / 1000));
  const words = () => {
    if (seconds === 0) return t('editor.draftOnServer');
    return seconds < MINUTE_SECONDS
      ? t('editor.draftOnServerAgo', { seconds })
      : t('editor.draftOnServerAt', { time: clockTime(time) });
  };
  return (
    <span className={styles.state}>
      <Save />
      {words()}
    </span>
  );
}

/** Debounce delay in milliseconds, because counting a long text is slow. */
const COUNT_DELAY_MS = 300;

function CursorPosition({ view, cursor }: Pick<StatusBarProps, 'view' | 'cursor'>) {
  const { t } = useText();
  const [position, setPosition] = useState({ line: 1, column: 1 });
  const [count, setCount] = useState<TextCount>({ words: 0, characters: 0 });
  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let countedDoc: unknown;
    const update = () => {
      const { doc, selection } = view.state;
      const line = doc.lineAt(selection.main.head);
      setPosition({ line: line.number, column: selection.main.head - line.from + 1 });
      if (countedDoc === doc) return;
      countedDoc = doc;
      setCount(countText(doc.toString()));
    };
    const scheduleUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(update, COUNT_DELAY_MS);
    };
    update();
    const stop = cursor.on(scheduleUpdate);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [view, cursor]);
  return (
    <>
      <span>{t('editor.position', position)}</span>
      <span>{t('editor.counts', count)}</span>
      <span>Markdown</span>
    </>
  );
}
