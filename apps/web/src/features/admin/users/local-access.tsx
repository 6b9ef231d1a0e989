import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useId, useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useMayChange } from '../parts/use-may-change.ts';
import { SESSION_CALLS } from './session-calls.ts';

/** Whether an account of the directory or provider may have a password on this site. */
export function LocalAccess({ user, isOn }: { user: AdminUserRow; isOn: boolean }) {
  const { t } = useText();
  const id = useId();
  const mayChange = useMayChange();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingRow
      label={
        mayChange ? (
          <label htmlFor={id}>{t('adminUser.localAccess')}</label>
        ) : (
          t('adminUser.localAccess')
        )
      }
      action={
        mayChange && (
          <Switch
            id={id}
            checked={isOn}
            aria-describedby={`${id}-help`}
            onChecked={() => setAsking(true)}
          />
        )
      }
    >
      <Tag kind={isOn ? 'warning' : 'plain'}>
        {t(isOn ? 'adminUser.accessOn' : 'adminUser.accessOff')}
      </Tag>
      <RowHelp>
        <span id={`${id}-help`}>{t('adminUser.localAccessHelp')}</span>
      </RowHelp>
      {isAsking && <ConfirmAccess user={user} isOn={isOn} onClosed={() => setAsking(false)} />}
    </SettingRow>
  );
}

interface ConfirmAccessProps {
  user: AdminUserRow;
  isOn: boolean;
  onClosed: () => void;
}

function ConfirmAccess({ user: { uid, username }, isOn, onClosed }: ConfirmAccessProps) {
  const { t } = useText();
  // The list is refreshed before the dialog has closed.
  const [wasOn] = useState(isOn);
  const change = useFormCommand(calls.adminUser.setLocalAccess, {
    refresh: [calls.adminUser.getLoginMethods, ...SESSION_CALLS],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t(wasOn ? 'adminUser.accessEnded' : 'adminUser.accessGiven', { username }),
      }),
  });
  return (
    <ConfirmDialog
      kind={wasOn ? 'danger' : 'plain'}
      title={t(wasOn ? 'adminUser.accessEndTitle' : 'adminUser.accessGiveTitle', { username })}
      confirm={t(wasOn ? 'adminUser.accessEndAction' : 'adminUser.accessGiveAction')}
      working={change.working}
      done={change.done}
      error={change.otherError()}
      onConfirm={() => change.send({ uid, local_access: !wasOn })}
      onClosed={onClosed}
    >
      {t(wasOn ? 'adminUser.accessEndText' : 'adminUser.accessGiveText')}
    </ConfirmDialog>
  );
}
