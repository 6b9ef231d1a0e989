import { paths } from '@octavo/contract/paths';
import { useEffect, useState } from 'react';
import { useBlocker, useNavigate, type Location } from 'react-router';
import { itemUrl, pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useLeaveAfterSave } from '../save/use-save-and-leave.ts';

interface EditorLeaveGuardProps {
  item: ItemUrlParts;
  autosave: Autosave;
  /** Called instead of navigating to the login screen after the session has expired. */
  onLoginNeeded: () => void;
}

/** Asks for confirmation before the user leaves unsaved text. The text stays on this device as a draft. */
export function EditorLeaveGuard({ item, autosave, onLoginNeeded }: EditorLeaveGuardProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const [target, setTarget] = useState<Location>();
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
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
      void autosave.flush();
      event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isChanged, autosave]);

  const { isSaving, saveAndLeave } = useLeaveAfterSave(item, autosave, (page_id) => {
    if (blocker.state === 'blocked') return blocker.proceed();
    // The URL of a new page has cancelled the blocked navigation.
    const isItem = target?.pathname === itemUrl(item);
    if (target) void navigate(isItem ? pageUrl(item, page_id) : target);
  });
  if (blocker.state !== 'blocked' || isLogin) return null;
  return (
    <ConfirmDialog
      kind="plain"
      title={t('editor.leaveTitle')}
      cancel={t('editor.stay')}
      other={{
        label: t('editor.leave'),
        onClick: () => void autosave.flush().then(() => blocker.proceed()),
      }}
      confirm={t('editor.saveAndLeave')}
      working={isSaving}
      done={false}
      onConfirm={() => {
        setTarget(blocker.location);
        void saveAndLeave().then((isSaved) => {
          if (!isSaved) blocker.reset();
        });
      }}
      onClosed={() => blocker.reset()}
    >
      {t('editor.leaveText')}
    </ConfirmDialog>
  );
}
