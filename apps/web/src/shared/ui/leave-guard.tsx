import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks for confirmation before the user leaves a screen with unsaved changes, by navigation or by closing the tab. */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const { t } = useText();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      changed && (from.pathname !== to.pathname || from.search !== to.search),
  );

  useEffect(() => {
    if (!changed) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [changed]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.leaveTitle')}
      cancel={t('form.keepEditing')}
      confirm={t('form.discard')}
      done={false}
      onConfirm={() => blocker.proceed()}
      onClosed={() => blocker.reset()}
    >
      {t('form.leaveText')}
    </ConfirmDialog>
  );
}
