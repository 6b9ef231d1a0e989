import type { EditorView } from '@codemirror/view';
import { Check, HardDriveDownload, Lock, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSecondsUntil } from '../../../shared/hooks/retry-countdown.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { clockTime } from '../../../shared/i18n/format-time.ts';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { useLock } from '../../../shared/lock/use-lock.ts';
import { countText, type TextCount } from '../count-text.ts';
import type { Signal } from '../signal.ts';
import styles from './status-line.module.css';

interface StatusLineProps {
  keeper: Keeper;
  lock: PageLock;
  view: EditorView | null;
  /** Emits whenever the cursor or the text has changed. */
  cursor: Signal;
}

export function StatusLine({ keeper, lock, view, cursor }: StatusLineProps) {
  return (
    <footer className={styles.line}>
      <SavedState keeper={keeper} />
      <DraftState keeper={keeper} />
      <LockedState lock={lock} />
      <Position view={view} cursor={cursor} />
    </footer>
  );
}

export function SavedState({ keeper }: { keeper: Keeper }) {
  const { t } = useText();
  const isChanged = useKeeper(keeper, (state) => state.isChanged);
  const savedAt = useKeeper(keeper, (state) => state.savedAt);
  const save = useKeeper(keeper, (state) => state.save);
  const look = (() => {
    switch (save.kind) {
      case 'saving':
        return { kind: 'busy', words: t('editor.saving') };
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
  if (save.kind === 'busy') return <BusyState retryAt={save.retryAt} />;
  return (
    <output className={`${styles.state} ${styles[look.kind]}`}>
      {look.kind === 'saved' ? <Check /> : <span className={styles.dot} />}
      {look.words}
    </output>
  );
}

function BusyState({ retryAt }: { retryAt: number }) {
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

export function LockedState({ lock }: { lock: PageLock }) {
  const { t } = useText();
  if (useLock(lock).kind !== 'held') return null;
  return (
    <span className={styles.state}>
      <Lock />
      {t('editor.lockedByYou')}
    </span>
  );
}

const TICK = 10_000;

export function DraftState({ keeper }: { keeper: Keeper }) {
  const { t } = useText();
  const isUnkept = useKeeper(keeper, (state) => state.isUnkept);
  const isKept = useKeeper(keeper, (state) => state.keptAt !== null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isKept) return;
    const count = () => {
      const { keptAt } = keeper.getState();
      setSeconds(keptAt === null ? 0 : Math.floor((Date.now() - keptAt) / TICK) * 10);
    };
    count();
    const timer = setInterval(count, TICK);
    return () => clearInterval(timer);
  }, [isKept, keeper]);
  if (isUnkept)
    return (
      <span className={`${styles.state} ${styles.failed}`}>
        <TriangleAlert />
        {t('editor.cannotKeep')}
      </span>
    );
  if (!isKept) return null;
  return (
    <span className={styles.state}>
      <HardDriveDownload />
      {seconds === 0 ? t('editor.draftKept') : t('editor.draftKeptAgo', { seconds })}
    </span>
  );
}

/** Debounce delay in milliseconds, because counting a long text is slow. */
const COUNT_AFTER = 300;

function Position({ view, cursor }: Omit<StatusLineProps, 'keeper' | 'lock'>) {
  const { t } = useText();
  const [place, setPlace] = useState({ line: 1, column: 1 });
  const [count, setCount] = useState<TextCount>({ words: 0, characters: 0 });
  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let counted: unknown;
    const read = () => {
      const { doc, selection } = view.state;
      const line = doc.lineAt(selection.main.head);
      setPlace({ line: line.number, column: selection.main.head - line.from + 1 });
      if (counted === doc) return;
      counted = doc;
      setCount(countText(doc.toString()));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(read, COUNT_AFTER);
    };
    read();
    const stop = cursor.listen(later);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [view, cursor]);
  return (
    <span className={styles.right}>
      <span>{t('editor.position', place)}</span>
      <span>{t('editor.counts', count)}</span>
      <span>Markdown</span>
    </span>
  );
}
