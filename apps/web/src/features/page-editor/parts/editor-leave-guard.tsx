import { paths } from '@octavo/contract/paths';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  keeper: Keeper;
  /** Some call found the login ended and wants to leave for the login screen. */
  onLoginNeeded: () => void;
}

/** Asks before unsaved text is left. What is left behind stays on this device as a draft. */
export function EditorLeaveGuard({ keeper, onLoginNeeded }: LeaveGuardProps) {
  const { t } = useText();
  const isChanged = useKeeper(keeper, (state) => state.isChanged);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isChanged &&
      from.pathname !== to.pathname &&
      !(to.state as { editor?: string } | null)?.editor,
  );
  const isLogin = blocker.state === 'blocked' && blocker.location.pathname === paths.login.pattern;

  useEffect(() => {
    if (!isLogin) return;
    blocker.reset();
    onLoginNeeded();
  }, [isLogin, blocker, onLoginNeeded]);

  useEffect(() => {
    if (!isChanged) return;
    const onLeave = (event: BeforeUnloadEvent) => {
      void keeper.flush();
      event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isChanged, keeper]);

  if (blocker.state !== 'blocked' || isLogin) return null;
  return (
    <ConfirmDialog
      kind="plain"
      title={t('editor.leaveTitle')}
      cancel={t('editor.stay')}
      confirm={t('editor.leave')}
      done={false}
      onConfirm={() => void keeper.flush().then(() => blocker.proceed())}
      onClosed={() => blocker.reset()}
    >
      {t('editor.leaveText')}
    </ConfirmDialog>
  );
}
