import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConsoleHead } from './console-head.tsx';
import { LdapSettings } from './ldap-settings.tsx';
import { LoginKey } from './login-key.tsx';
import type { LoginTab } from './login-tabs.ts';
import { Oauth2Settings } from './oauth2-settings.tsx';

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
      <ConsoleHead title={t('adminLogin.title')} />
      <Tabs label={t('adminLogin.title')} tabs={tabs} current={tab} />
      {tab === 'login' && <Ldap />}
      {tab === 'oauth2' && <Oauth2 />}
      {tab === 'integration' && isChinese && <LoginKey />}
    </>
  );
}

function Ldap() {
  const asked = useCall(calls.adminSetting.loadLdapConfig, {});
  return <Asked asked={asked}>{(config) => <LdapSettings config={config} />}</Asked>;
}

function Oauth2() {
  const asked = useCall(calls.adminSetting.loadOauth2Config, {});
  return <Asked asked={asked}>{(config) => <Oauth2Settings config={config} />}</Asked>;
}
