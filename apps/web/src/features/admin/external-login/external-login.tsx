import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { LdapSettings } from './ldap-settings.tsx';
import { LoginKey } from './login-key.tsx';
import { LdapValues, Oauth2Values } from './login-values.tsx';
import { Oauth2Settings } from './oauth2-settings.tsx';

/** The tabs of the external login settings, as values of the `tab` URL parameter. */
export const loginTabs = ['login', 'oauth2', 'integration'] as const;
type LoginTab = (typeof loginTabs)[number];

/** The settings of external logins; each tab has its own value of the `tab` URL parameter. */
export function ExternalLogin({ tab }: { tab: LoginTab }) {
  const { t } = useText();
  const mayChange = useMayChange();
  // The tab shows and resets a key, which auditors must not get.
  const hasKeyTab = useLanguage().language === 'zh-cn' && mayChange;
  const tabs = [
    { name: 'login', label: t('adminLogin.ldap'), icon: null },
    { name: 'oauth2', label: t('adminLogin.oauth2'), icon: null },
    ...(hasKeyTab ? [{ name: 'integration', label: t('adminLoginKey.title'), icon: null }] : []),
  ];
  return (
    <>
      <ConsoleHeader title={t('adminLogin.title')} />
      <Tabs label={t('adminLogin.title')} tabs={tabs} current={tab} />
      {tab === 'login' && <Ldap mayChange={mayChange} />}
      {tab === 'oauth2' && <Oauth2 mayChange={mayChange} />}
      {tab === 'integration' && hasKeyTab && <LoginKey />}
    </>
  );
}

function Ldap({ mayChange }: { mayChange: boolean }) {
  const query = useCall(calls.adminSetting.loadLdapConfig, {});
  const Settings = mayChange ? LdapSettings : LdapValues;
  return <QueryState query={query}>{(config) => <Settings config={config} />}</QueryState>;
}

function Oauth2({ mayChange }: { mayChange: boolean }) {
  const query = useCall(calls.adminSetting.loadOauth2Config, {});
  const Settings = mayChange ? Oauth2Settings : Oauth2Values;
  return <QueryState query={query}>{(config) => <Settings config={config} />}</QueryState>;
}
