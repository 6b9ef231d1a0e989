import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './password-row.module.css';

export function PasswordRow({ account }: { account: Account }) {
  const { t, rich } = useText();
  const [editing, setEditing] = useState(false);
  const { data: passwordInfo } = useCall(calls.user.proof, {}, { silent: true });
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
          <Button size="small" onClick={() => setEditing(true)}>
            {t('userSetting.changePassword')}
          </Button>
          {editing && <PasswordDialog account={account} onClosed={() => setEditing(false)} />}
        </>
      }
    >
      <span className={styles.changed}>
        {rich('userSetting.passwordChanged', { time: <Time value={account.password_time} /> })}
      </span>
    </SettingRow>
  );
}
