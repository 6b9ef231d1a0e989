import { paths } from '@octavo/contract/paths';
import { useEffect, useState } from 'react';
import { useBlocker, useLocation, useNavigate, type Location } from 'react-router';
import { itemAddress, pageAddress, type ItemName } from '../../../shared/items/item-address.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  item: ItemName;
  keeper: Keeper;
  /** Called instead of navigating to the login screen after the session has expired. */
  onLoginNeeded: () => void;
}

/** Asks for confirmation before the user leaves unsaved text. The text stays on this device as a draft. */
export function EditorLeaveGuard({ item, keeper, onLoginNeeded }: LeaveGuardProps) {
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

  const { isSaving, saveAndLeave } = useSaveAndLeave(item, keeper, blocker);
  if (blocker.state !== 'blocked' || isLogin) return null;
  return (
    <ConfirmDialog
      kind="plain"
      title={t('editor.leaveTitle')}
      cancel={t('editor.stay')}
      other={{
        label: t('editor.leave'),
        onClick: () => void keeper.flush().then(() => blocker.proceed()),
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
function useSaveAndLeave(item: ItemName, keeper: Keeper, blocker: ReturnType<typeof useBlocker>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [target, setTarget] = useState<Location>();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isChanged = useKeeper(keeper, (state) => state.isChanged);
  // A new page first gets its own URL, and that navigation cancels the blocked one.
  const hasAddress = pathname === paths.editPage.href({ item_id: item.item_id, page_id });

  useEffect(() => {
    if (!target || isChanged || !hasAddress) return;
    if (blocker.state === 'blocked') return blocker.proceed();
    if (blocker.state !== 'unblocked') return;
    const isItem = target.pathname === itemAddress(item);
    void navigate(isItem ? pageAddress(item, page_id) : target);
  }, [target, isChanged, hasAddress, blocker, item, page_id, navigate]);

  async function saveAndLeave(to: Location): Promise<void> {
    setTarget(to);
    await keeper.save();
    if (!keeper.getState().isChanged) return;
    setTarget(undefined);
    blocker.reset?.();
  }
  return { isSaving: target !== undefined, saveAndLeave };
}
