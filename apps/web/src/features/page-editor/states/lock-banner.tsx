import { Lock, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import type { LockAsk } from '../../../shared/lock/take-lock.ts';
import { useLock } from '../../../shared/lock/use-lock.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { Banner, BannerActions } from './banner.tsx';

/** Who else has to do with this page: somebody who asks for it, or who has it now. */
export function LockBanner({ lock, keeper }: { lock: PageLock; keeper: Keeper }) {
  const { t } = useText();
  const state = useLock(lock);
  const takeBack = (
    <BannerActions>
      <Button size="small" variant="quiet" icon={<Lock />} onClick={() => void lock.take()}>
        {t('editor.takeLock')}
      </Button>
    </BannerActions>
  );
  if (state.kind === 'elsewhere')
    return (
      <Banner kind="warning" icon={<Lock />} title={t('editor.elsewhereTitle')}>
        {t('editor.elsewhereText')}
        {takeBack}
      </Banner>
    );
  if (state.kind === 'other') {
    const { lock_name, lock_username } = state.holder;
    const name = lock_name || lock_username;
    return (
      <Banner kind="warning" icon={<Lock />} title={t('editor.locking', { name })}>
        {t('editor.lostText')}
        {takeBack}
      </Banner>
    );
  }
  const ask = state.kind === 'held' ? state.asks[0] : undefined;
  return ask ? <Asked key={ask.username} ask={ask} lock={lock} keeper={keeper} /> : null;
}

function Asked({ ask, lock, keeper }: { ask: LockAsk; lock: PageLock; keeper: Keeper }) {
  const { t } = useText();
  const errorText = useErrorText();
  const [isWorking, setWorking] = useState(false);
  const name = ask.name || ask.username;

  async function answer(isAgreed: boolean) {
    setWorking(true);
    try {
      // Nobody is handed a page whose latest text is still here.
      if (isAgreed && keeper.getState().isChanged) await keeper.save();
      if (isAgreed && keeper.getState().isChanged) return;
      await lock.answer(ask.username, isAgreed);
    } catch (error) {
      showToast({ kind: 'error', text: errorText(error) });
    } finally {
      setWorking(false);
    }
  }

  return (
    <Banner kind="warning" icon={<UserRound />} title={t('editor.askedTitle', { name })}>
      {t('editor.askedText')}
      <BannerActions>
        <Button size="small" variant="quiet" loading={isWorking} onClick={() => void answer(false)}>
          {t('editor.askedNo')}
        </Button>
        <Button size="small" loading={isWorking} onClick={() => void answer(true)}>
          {t('editor.askedYes')}
        </Button>
      </BannerActions>
    </Banner>
  );
}
