import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { SectionHead } from '../../../shared/ui/card.tsx';
import { LdapSettings } from './ldap-settings.tsx';
import styles from './settings.module.css';

export function ExternalLogin() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadLdapConfig, {});
  return (
    <div className={styles.form}>
      <SectionHead title={t('adminLogin.title')} help={t('adminLogin.ldapHelp')} />
      {/* What another administrator has saved meanwhile begins a new form. */}
      <Asked asked={asked}>
        {(config) => <LdapSettings key={JSON.stringify(config)} config={config} />}
      </Asked>
    </div>
  );
}
