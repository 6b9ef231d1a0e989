import { Lock, LockOpen } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { useLock } from '../../../shared/lock/use-lock.ts';
import { Button } from '../../../shared/ui/button.tsx';

/** Keeps others out of the page, or lets them in while one goes on writing. */
export function LockButton({ lock }: { lock: PageLock }) {
  const { t } = useText();
  const isHeld = useLock(lock).kind === 'held';
  return (
    <Button
      variant="quiet"
      icon={isHeld ? <LockOpen /> : <Lock />}
      onClick={() => (isHeld ? lock.release() : void lock.take())}
    >
      {isHeld ? t('editor.unlock') : t('editor.lock')}
    </Button>
  );
}
