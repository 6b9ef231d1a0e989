import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './password-row.module.css';

export function PasswordRow({ account }: { account: Account }) {
  const { t, rich } = useText();
  const [editing, setEditing] = useState(false);
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
