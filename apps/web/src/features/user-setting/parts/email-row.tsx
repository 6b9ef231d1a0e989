import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { BadgeCheck, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../shared/api/use-command.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { RowHelp, SettingRow } from '../../../shared/ui/card.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { EmailDialog } from './email-dialog.tsx';
import styles from './email-row.module.css';

export function EmailRow({ account }: { account: Account }) {
  const { t } = useText();
  const [editing, setEditing] = useState(false);
  const bound = account.email !== '';
  return (
    <SettingRow
      label={t('userSetting.email')}
      action={
        <>
          <Button size="small" onClick={() => setEditing(true)}>
            {bound ? t('userSetting.changeEmail') : t('userSetting.bindEmail')}
          </Button>
          {editing && <EmailDialog account={account} onClosed={() => setEditing(false)} />}
        </>
      }
    >
      {!bound ? (
        <Unbound />
      ) : account.email_verify > 0 ? (
        <Verified email={account.email} />
      ) : (
        <Unverified account={account} />
      )}
    </SettingRow>
  );
}

function Unbound() {
  const { t } = useText();
  return (
    <>
      <div className={styles.email}>
        <span className={styles.none}>{t('userSetting.noEmail')}</span>
        <Tag>{t('userSetting.unbound')}</Tag>
      </div>
      <RowHelp>{t('userSetting.unboundHelp')}</RowHelp>
    </>
  );
}

function Verified({ email }: { email: string }) {
  const { t } = useText();
  return (
    <>
      <div className={styles.email}>
        {email}
        <Tag kind="ok" icon={<BadgeCheck />}>
          {t('userSetting.verified')}
        </Tag>
      </div>
      <RowHelp>{t('userSetting.verifiedHelp')}</RowHelp>
    </>
  );
}

function Unverified({ account }: { account: Account }) {
  const { t, rich } = useText();
  const { mutate, isPending } = useCommand(calls.user.sendVerifyEmail, {
    refresh: [calls.user.info],
  });
  const again = (
    <button
      type="button"
      className={styles.again}
      aria-disabled={isPending || undefined}
      onClick={() => {
        const onSuccess = () => showToast({ kind: 'done', text: t('userSetting.mailSent') });
        if (!isPending) mutate({}, { onSuccess });
      }}
    >
      {t('userSetting.sendAgain')}
    </button>
  );
  return (
    <>
      <div className={styles.email}>
        {account.email}
        <Tag kind="warning" icon={<MailWarning />}>
          {t('userSetting.unverified')}
        </Tag>
      </div>
      <RowHelp>
        {rich('userSetting.unverifiedHelp', {
          time: <Time value={account.email_sent_time ?? account.reg_time} />,
          again,
        })}
      </RowHelp>
    </>
  );
}
