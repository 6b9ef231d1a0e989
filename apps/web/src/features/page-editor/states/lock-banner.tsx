import { Lock, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { holderName, type LockRequest, type LockState } from '../../../shared/lock/lock-state.ts';
import { useLock, type PageLock } from '../../../shared/lock/page-lock.ts';
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
  const { isWorking, run } = useLockAction();
  if (state.kind === 'elsewhere')
    return (
      <Banner kind="warning" icon={<Lock />} title={t('editor.elsewhereTitle')}>
        {t('editor.elsewhereText')}
        <BannerActions>
          <Button size="small" loading={isWorking} onClick={() => void run(lock.acquire)}>
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
        <LockedByOtherText state={state} isReadOnly={!editor} />
        <BannerActions>
          {editor?.rescue}
          {state.ask !== 'waiting' && (
            <Button size="small" loading={isWorking} onClick={() => void run(lock.requestLock)}>
              {t('editor.askToEdit')}
            </Button>
          )}
        </BannerActions>
      </Banner>
    );
  const request = state.kind === 'held' && editor ? state.asks[0] : undefined;
  return request && editor ? (
    <LockRequestBanner key={request.username} request={request} lock={lock} save={editor.save} />
  ) : null;
}

interface LockedByOtherTextProps {
  state: Extract<LockState, { kind: 'other' }>;
  isReadOnly: boolean;
}

function LockedByOtherText({
  state: { ask: request, holder },
  isReadOnly,
}: LockedByOtherTextProps) {
  const { t, rich } = useText();
  if (request === 'waiting') return t('editor.askWaiting');
  if (request === 'refused') return t('editor.askRefused');
  if (!isReadOnly) return t('editor.lostText');
  if (!holder.addtime) return null;
  // One element, because the banner adds space between its children.
  return <span>{rich('reader.lockedText', { time: <Time value={holder.addtime} /> })}</span>;
}

interface LockRequestBannerProps {
  request: LockRequest;
  lock: PageLock;
  save: () => Promise<boolean>;
}

function LockRequestBanner({ request, lock, save }: LockRequestBannerProps) {
  const { t } = useText();
  const { isWorking, run } = useLockAction();
  const decline = () => lock.answerRequest(request.username, false);
  // The page must be saved before it is handed over.
  const handOver = async () => {
    if (await save()) await lock.answerRequest(request.username, true);
  };
  return (
    <Banner
      kind="warning"
      icon={<UserRound />}
      title={t('editor.askedTitle', { name: request.name || request.username })}
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
function useLockAction() {
  const errorText = useErrorText();
  const [isWorking, setWorking] = useState(false);
  async function run(action: () => Promise<void>) {
    setWorking(true);
    try {
      await action();
    } catch (error) {
      showToast({ kind: 'error', text: errorText(error) });
    } finally {
      setWorking(false);
    }
  }
  return { isWorking, run };
}
