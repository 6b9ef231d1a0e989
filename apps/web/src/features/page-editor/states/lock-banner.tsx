import { Lock, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { holderName, type LockAsk, type LockState } from '../../../shared/lock/lock-state.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { useLock } from '../../../shared/lock/use-lock.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { Banner, BannerActions } from './banner.tsx';

interface LockBannerProps {
  lock: PageLock;
  /** Absent in the read-only view. */
  editor?: {
    /** Resolves to false when the text could not be saved. */
    readonly save: () => Promise<boolean>;
    /** Buttons that copy or download a text that cannot be saved now. */
    readonly rescue: ReactNode;
  };
}

/** Shows who holds the lock of the page, or who requests it. */
export function LockBanner({ lock, editor }: LockBannerProps) {
  const { t } = useText();
  const state = useLock(lock);
  const { isWorking, run } = useAction();
  if (state.kind === 'elsewhere')
    return (
      <Banner kind="warning" icon={<Lock />} title={t('editor.elsewhereTitle')}>
        {t('editor.elsewhereText')}
        <BannerActions>
          <Button size="small" loading={isWorking} onClick={() => void run(lock.take)}>
            {t('editor.editHere')}
          </Button>
        </BannerActions>
      </Banner>
    );
  if (state.kind === 'other')
    return (
      <Banner
        kind="warning"
        icon={<Lock />}
        title={t('reader.lockedBy', { name: holderName(state.holder) })}
      >
        <OtherText state={state} isReading={!editor} />
        <BannerActions>
          {editor?.rescue}
          {state.ask !== 'waiting' && (
            <Button size="small" loading={isWorking} onClick={() => void run(lock.ask)}>
              {t('editor.askToEdit')}
            </Button>
          )}
        </BannerActions>
      </Banner>
    );
  const ask = state.kind === 'held' && editor ? state.asks[0] : undefined;
  return ask && editor ? (
    <Asked key={ask.username} ask={ask} lock={lock} save={editor.save} />
  ) : null;
}

interface OtherTextProps {
  state: Extract<LockState, { kind: 'other' }>;
  isReading: boolean;
}

function OtherText({ state: { ask, holder }, isReading }: OtherTextProps) {
  const { t, rich } = useText();
  if (ask === 'waiting') return t('editor.askWaiting');
  if (ask === 'refused') return t('editor.askRefused');
  if (!isReading) return t('editor.lostText');
  if (!holder.addtime) return null;
  // One element, because the banner adds space between its children.
  return <span>{rich('reader.lockedText', { time: <Time value={holder.addtime} /> })}</span>;
}

interface AskedProps {
  ask: LockAsk;
  lock: PageLock;
  save: () => Promise<boolean>;
}

function Asked({ ask, lock, save }: AskedProps) {
  const { t } = useText();
  const { isWorking, run } = useAction();
  const decline = () => lock.answer(ask.username, false);
  // The page must be saved before it is handed over.
  const handOver = async () => {
    if (await save()) await lock.answer(ask.username, true);
  };
  return (
    <Banner
      kind="warning"
      icon={<UserRound />}
      title={t('editor.askedTitle', { name: ask.name || ask.username })}
    >
      {t('editor.askedText')}
      <BannerActions>
        <Button size="small" variant="quiet" loading={isWorking} onClick={() => void run(decline)}>
          {t('editor.askedNo')}
        </Button>
        <Button size="small" loading={isWorking} onClick={() => void run(handOver)}>
          {t('editor.askedYes')}
        </Button>
      </BannerActions>
    </Banner>
  );
}

/** Runs a lock action and shows its error, if any, as a toast. */
function useAction() {
  const errorText = useErrorText();
  const [isWorking, setWorking] = useState(false);
  async function run(act: () => Promise<void>) {
    setWorking(true);
    try {
      await act();
    } catch (error) {
      showToast({ kind: 'error', text: errorText(error) });
    } finally {
      setWorking(false);
    }
  }
  return { isWorking, run };
}
