import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { DirectorySync, runPollInterval } from '../directory/directory-sync.tsx';
import { Scim } from '../scim/scim.tsx';
import styles from '../directory/directory.module.css';
import { LdapSettings } from './ldap-settings.tsx';
import { LoginKey } from './login-key.tsx';
import { LdapValues, Oauth2Values } from './login-values.tsx';
import { Oauth2Settings } from './oauth2-settings.tsx';

/** The tabs of the external login settings, as values of the `tab` URL parameter. */
export const loginTabs = ['login', 'ldap', 'oauth2', 'scim', 'integration'] as const;
type LoginTab = (typeof loginTabs)[number];

/** The settings of external logins; each tab has its own value of the `tab` URL parameter. */
export function ExternalLogin({ tab }: { tab: LoginTab }) {
  const { t } = useText();
  const mayChange = useMayChange();
  // The tab shows and resets a key, which auditors must not get.
  const hasKeyTab = useLanguage().language === 'zh-cn' && mayChange;
  const { data: config } = useCall(calls.adminDirectory.loadConfig, {}, { silent: true });
  const { data: oauth2 } = useCall(calls.adminSetting.loadOauth2Config, {}, { silent: true });
  const { data: scim } = useCall(calls.adminScim.loadConfig, {}, { silent: true });
  const open = (isOpen: 0 | 1 | undefined) => (isOpen === 1 ? t('adminDirectory.on') : undefined);
  const tabs = [
    { name: 'login', label: t('adminLogin.ldap'), icon: null, badge: open(config?.is_open) },
    { name: 'oauth2', label: t('adminLogin.oauth2'), icon: null, badge: open(oauth2?.oauth2_open) },
    {
      name: 'scim',
      label: t('adminScim.title'),
      icon: null,
      badge: open(scim && (scim.tokens.length > 0 ? 1 : 0)),
    },
    ...(hasKeyTab ? [{ name: 'integration', label: t('adminLoginKey.title'), icon: null }] : []),
  ];
  return (
    <>
      <ConsoleHeader title={t('adminLogin.title')} />
      <Tabs label={t('adminLogin.title')} tabs={tabs} current={tab === 'ldap' ? 'login' : tab} />
      {tab === 'login' && <Ldap mayChange={mayChange} />}
      {tab === 'ldap' && <LdapConnection mayChange={mayChange} />}
      {tab === 'oauth2' && <Oauth2 mayChange={mayChange} />}
      {tab === 'scim' && <Scim />}
      {tab === 'integration' && hasKeyTab && <LoginKey />}
    </>
  );
}

/** The sync with the directory; the connection first, until LDAP is switched on. */
function Ldap({ mayChange }: { mayChange: boolean }) {
  const query = useCall(calls.adminDirectory.loadConfig, {}, { pollInterval: runPollInterval });
  const isOpen = query.data?.is_open;
  // A form that was opened first stays after it was saved, with the result of its test.
  const [wasOpen, setWasOpen] = useState<0 | 1>();
  if (wasOpen === undefined && isOpen !== undefined) setWasOpen(isOpen);
  if (wasOpen === 0) return <LdapConnection mayChange={mayChange} isFirst />;
  return <QueryState query={query}>{(config) => <DirectorySync config={config} />}</QueryState>;
}

function LdapConnection({ mayChange, isFirst }: { mayChange: boolean; isFirst?: boolean }) {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadLdapConfig, {});
  const Settings = mayChange ? LdapSettings : LdapValues;
  return (
    <>
      {!isFirst && (
        <p className={styles.back}>
          <Link to={paths.admin.href({ tab: 'login' })}>{t('adminDirectory.back')}</Link>
        </p>
      )}
      <QueryState query={query}>{(config) => <Settings config={config} />}</QueryState>
    </>
  );
}

function Oauth2({ mayChange }: { mayChange: boolean }) {
  const query = useCall(calls.adminSetting.loadOauth2Config, {});
  const Settings = mayChange ? Oauth2Settings : Oauth2Values;
  return <QueryState query={query}>{(config) => <Settings config={config} />}</QueryState>;
}
