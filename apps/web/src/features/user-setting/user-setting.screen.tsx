import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import { Card, SectionHead, SettingRow } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LanguageChoice } from '../../shared/ui/language-switch.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { ThemeChoice } from '../../shared/ui/theme-switch.tsx';
import { AccessTokens } from './parts/access-tokens.tsx';
import { Devices } from './parts/devices.tsx';
import { EmailRow } from './parts/email-row.tsx';
import { Passkeys } from './parts/passkeys.tsx';
import { SecondFactors } from './parts/second-factors.tsx';
import { MaintainedRow } from './parts/maintained-row.tsx';
import { NameRow } from './parts/name-row.tsx';
import { PasswordRow } from './parts/password-row.tsx';
import { IdentityRows } from './parts/identity-rows.tsx';
import { SingleKeysRow } from './parts/single-keys-row.tsx';
import { UsernameRow } from './parts/username-row.tsx';

export function UserSettingScreen() {
  const { t } = useText();
  const { account } = useSession();
  const { data: methods } = useCall(calls.extLogin.loginMethods, {}, { silent: true });
  const maintainer = methods?.maintained_by;
  if (!account) return null;
  return (
    <Column width="form">
      <PageTitle screen={t('shell.userSettings')} />
      <PageHead
        title={t('shell.userSettings')}
        back={{ to: paths.myItems.href(), label: t('userSetting.back') }}
      />
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
        {maintainer && methods?.local_access === 0 ? (
          <MaintainedRow label={t('userSetting.email')} by={maintainer}>
            {account.email}
          </MaintainedRow>
        ) : (
          <EmailRow account={account} />
        )}
        <PasswordRow account={account} />
        <IdentityRows />
      </Card>
      <SectionHead title={t('userSetting.preferences')} />
      <Card>
        <SettingRow label={t('shell.language')}>
          <LanguageChoice />
        </SettingRow>
        <SettingRow label={t('shell.theme')}>
          <ThemeChoice />
        </SettingRow>
        <SingleKeysRow />
      </Card>
      <Passkeys />
      <SecondFactors />
      <AccessTokens account={account} />
      <Devices />
    </Column>
  );
}
