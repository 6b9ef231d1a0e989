import { paths } from '@octavo/contract/paths';
import { useEffect, useState } from 'react';
import { useBlocker, useLocation, useNavigate, type Location } from 'react-router';
import { itemUrl, pageUrl, type ItemUrlParts } from '../../../shared/items/item-url.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface EditorLeaveGuardProps {
  item: ItemUrlParts;
  autosave: Autosave;
  /** Called instead of navigating to the login screen after the session has expired. */
  onLoginNeeded: () => void;
}

/** Asks for confirmation before the user leaves unsaved text. The text stays on this device as a draft. */
export function EditorLeaveGuard({ item, autosave, onLoginNeeded }: EditorLeaveGuardProps) {
  const { t } = useText();
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

  const { isSaving, saveAndLeave } = useSaveAndLeave(item, autosave, blocker);
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
      onConfirm={() => void saveAndLeave(blocker.location)}
      onClosed={() => blocker.reset()}
    >
      {t('editor.leaveText')}
    </ConfirmDialog>
  );
}

/**
 * After a successful save it continues the blocked navigation. After any other outcome the user stays
 * in the editor, where a banner shows the error.
 */
function useSaveAndLeave(
  item: ItemUrlParts,
  autosave: Autosave,
  blocker: ReturnType<typeof useBlocker>,
) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [target, setTarget] = useState<Location>();
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const isChanged = useAutosave(autosave, (state) => state.isChanged);
  // A new page first gets its own URL, and that navigation cancels the blocked one.
  const hasPageUrl = pathname === paths.editPage.href({ item_id: item.item_id, page_id });

  useEffect(() => {
    if (!target || isChanged || !hasPageUrl) return;
    if (blocker.state === 'blocked') return blocker.proceed();
    if (blocker.state !== 'unblocked') return;
    const isItem = target.pathname === itemUrl(item);
    void navigate(isItem ? pageUrl(item, page_id) : target);
  }, [target, isChanged, hasPageUrl, blocker, item, page_id, navigate]);

  async function saveAndLeave(to: Location): Promise<void> {
    setTarget(to);
    await autosave.save();
    if (!autosave.getState().isChanged) return;
    setTarget(undefined);
    blocker.reset?.();
  }
  return { isSaving: target !== undefined, saveAndLeave };
}
