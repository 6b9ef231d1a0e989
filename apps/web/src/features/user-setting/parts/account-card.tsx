import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { EmailRow } from './email-row.tsx';
import { IdentityRows } from './identity-rows.tsx';
import { MaintainedRow } from './maintained-row.tsx';
import { NameRow } from './name-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { UsernameRow } from './username-row.tsx';

export function AccountCard({ account }: { account: Account }) {
  const { t } = useText();
  const { data: methods } = useCall(calls.extLogin.loginMethods, {}, { silent: true });
  const maintainer = methods?.maintained_by;
  const emailMaintainer = methods?.email_maintained_by;
  return (
    <>
      <SectionHead title={t('userSetting.account')} />
      <Card>
        <UsernameRow account={account} />
        {maintainer ? (
          <MaintainedRow label={t('userSetting.name')} by={maintainer}>
            {account.name}
          </MaintainedRow>
        ) : (
          <NameRow account={account} />
        )}
        {emailMaintainer ? (
          <MaintainedRow label={t('userSetting.email')} by={emailMaintainer}>
            {account.email}
          </MaintainedRow>
        ) : (
          <EmailRow account={account} />
        )}
        <PasswordRow account={account} />
        <IdentityRows />
      </Card>
    </>
  );
}
