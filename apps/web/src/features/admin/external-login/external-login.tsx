import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { LdapSettings } from './ldap-settings.tsx';
import { LoginKey } from './login-key.tsx';
import { Oauth2Settings } from './oauth2-settings.tsx';

/** The tabs of the external login settings, as values of the `tab` URL parameter. */
export const loginTabs = ['login', 'oauth2', 'integration'] as const;
type LoginTab = (typeof loginTabs)[number];

/** The settings of external logins; each tab has its own value of the `tab` URL parameter. */
export function ExternalLogin({ tab }: { tab: LoginTab }) {
  const { t } = useText();
  const isChinese = useLanguage().language === 'zh-cn';
  const tabs = [
    { name: 'login', label: t('adminLogin.ldap'), icon: null },
    { name: 'oauth2', label: t('adminLogin.oauth2'), icon: null },
    ...(isChinese ? [{ name: 'integration', label: t('adminLoginKey.title'), icon: null }] : []),
  ];
  return (
    <>
      <ConsoleHeader title={t('adminLogin.title')} />
      <Tabs label={t('adminLogin.title')} tabs={tabs} current={tab} />
      {tab === 'login' && <Ldap />}
      {tab === 'oauth2' && <Oauth2 />}
      {tab === 'integration' && isChinese && <LoginKey />}
    </>
  );
}

function Ldap() {
  const query = useCall(calls.adminSetting.loadLdapConfig, {});
  return <QueryState query={query}>{(config) => <LdapSettings config={config} />}</QueryState>;
}

function Oauth2() {
  const query = useCall(calls.adminSetting.loadOauth2Config, {});
  return <QueryState query={query}>{(config) => <Oauth2Settings config={config} />}</QueryState>;
}
