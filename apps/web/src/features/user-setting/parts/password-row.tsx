import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { FirstPasswordDialog } from './first-password-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './password-row.module.css';

export function PasswordRow({ account }: { account: Account }) {
  const { t, rich } = useText();
  const [editing, setEditing] = useState<'change' | 'set'>();
  const { data: passwordInfo } = useCall(calls.user.proof, {}, { silent: true });
  const Editor = editing === 'set' ? FirstPasswordDialog : PasswordDialog;
  // Chosen when it opens: while it closes, the row already shows the new state.
  const dialog = editing && <Editor account={account} onClosed={() => setEditing(undefined)} />;
  if (passwordInfo?.has_password === 0 && passwordInfo.local_access === 1)
    return (
      <SettingRow
        label={t('userSetting.password')}
        action={
          <>
            <Button size="small" onClick={() => setEditing('set')}>
              {t('userSetting.setPassword')}
            </Button>
            {dialog}
          </>
        }
      >
        <span className={styles.changed}>{t('userSetting.passwordNone')}</span>
      </SettingRow>
    );
  if (passwordInfo?.has_password === 0)
    return (
      <SettingRow label={t('userSetting.password')}>
        <span className={styles.changed}>{t('userSetting.passwordElsewhere')}</span>
      </SettingRow>
    );
  return (
    <SettingRow
      label={t('userSetting.password')}
      action={
        <>
          <Button size="small" onClick={() => setEditing('change')}>
            {t('userSetting.changePassword')}
          </Button>
          {dialog}
        </>
      }
    >
      <span className={styles.changed}>
        {rich('userSetting.passwordChanged', { time: <Time value={account.password_time} /> })}
      </span>
    </SettingRow>
  );
}
