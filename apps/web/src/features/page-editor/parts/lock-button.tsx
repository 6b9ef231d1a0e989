import { Lock, LockOpen } from 'lucide-react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useLock, type PageLock } from '../../../shared/lock/page-lock.ts';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { HeaderButton } from './header-button.tsx';

/** Locks or unlocks the page. While another user holds the lock, the banner offers the action instead. */
export function LockButton({ lock }: { lock: PageLock }) {
  const { t } = useText();
  const errorText = useErrorText();
  const { kind } = useLock(lock);
  if (kind === 'held')
    return <HeaderButton icon={<LockOpen />} label={t('editor.unlock')} onClick={lock.release} />;
  if (kind !== 'released' && kind !== 'wanted') return null;
  const acquireLock = () =>
    lock.acquire().catch((error: unknown) => showToast({ kind: 'error', text: errorText(error) }));
  return (
    <HeaderButton icon={<Lock />} label={t('editor.lock')} onClick={() => void acquireLock()} />
  );
}
