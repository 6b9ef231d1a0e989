import { paths } from '@octavo/contract/paths';
import { Palette, ShieldCheck, User } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { SideTabs } from '../../shared/ui/side-tabs.tsx';
import { AccessTokens } from './parts/access-tokens.tsx';
import { AccountCard } from './parts/account-card.tsx';
import { Devices } from './parts/devices.tsx';
import { Passkeys } from './parts/passkeys.tsx';
import { Preferences } from './parts/preferences.tsx';
import { SecondFactors } from './parts/second-factors.tsx';

export function UserSettingScreen() {
  const { t } = useText();
  const { account } = useSession();
  const [search] = useSearchParams();
  if (!account) return null;
  const tabs = [
    { name: '', label: t('userSetting.account'), icon: <User /> },
    { name: 'preferences', label: t('userSetting.preferences'), icon: <Palette /> },
    { name: 'security', label: t('userSetting.security'), icon: <ShieldCheck /> },
  ];
  const current = tabs.find(({ name }) => name === search.get('tab'))?.name ?? '';
  return (
    <Column width="tabs">
      <PageTitle screen={t('shell.userSettings')} />
      <PageHead
        title={t('shell.userSettings')}
        back={{ to: paths.myItems.href(), label: t('userSetting.back') }}
      />
      <SideTabs label={t('userSetting.sections')} tabs={tabs} current={current}>
        {current === '' && <AccountCard account={account} />}
        {current === 'preferences' && <Preferences />}
        {current === 'security' && (
          <>
            <Passkeys />
            <SecondFactors />
            <AccessTokens account={account} />
            <Devices />
          </>
        )}
      </SideTabs>
    </Column>
  );
}
