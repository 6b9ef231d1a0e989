import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { LdapSettings } from './ldap-settings.tsx';
import { LoginKey } from './login-key.tsx';
import type { LoginTab } from './login-tabs.ts';
import { Oauth2Settings } from './oauth2-settings.tsx';
import styles from './settings.module.css';

/** The ways in from outside, one below the other in the address of the console. */
export function ExternalLogin({ tab }: { tab: LoginTab }) {
  const { t } = useText();
  const isChinese = useLanguage().language === 'zh-cn';
  const tabs = [
    { name: 'login', label: t('adminLogin.ldap'), icon: null },
    { name: 'oauth2', label: t('adminLogin.oauth2'), icon: null },
    ...(isChinese ? [{ name: 'integration', label: t('adminLoginKey.title'), icon: null }] : []),
  ];
  return (
    <div className={styles.form}>
      <SectionHead title={t('adminLogin.title')} />
      <Tabs label={t('adminLogin.title')} tabs={tabs} current={tab} />
      {tab === 'login' && <Ldap />}
      {tab === 'oauth2' && <Oauth2 />}
      {tab === 'integration' && isChinese && <LoginKey />}
    </div>
  );
}

function Ldap() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadLdapConfig, {});
  return (
    <>
      <p className={styles.lead}>{t('adminLogin.ldapHelp')}</p>
      <Asked asked={asked}>{(config) => <LdapSettings config={config} />}</Asked>
    </>
  );
}

function Oauth2() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadOauth2Config, {});
  return (
    <>
      <p className={styles.lead}>{t('adminLogin.oauth2Help')}</p>
      <Asked asked={asked}>{(config) => <Oauth2Settings config={config} />}</Asked>
    </>
  );
}
