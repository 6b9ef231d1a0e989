import { Lock, LockOpen } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { useLock } from '../../../shared/lock/use-lock.ts';
import { HeadAction } from './head-action.tsx';

/** Keeps others out of the page, or lets them in while one goes on writing. */
export function LockButton({ lock }: { lock: PageLock }) {
  const { t } = useText();
  const isHeld = useLock(lock).kind === 'held';
  return isHeld ? (
    <HeadAction icon={<LockOpen />} label={t('editor.unlock')} onClick={lock.release} />
  ) : (
    <HeadAction icon={<Lock />} label={t('editor.lock')} onClick={() => void lock.take()} />
  );
}
