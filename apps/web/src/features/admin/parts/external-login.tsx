import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { LdapSettings } from './ldap-settings.tsx';
import styles from './settings.module.css';

export function ExternalLogin() {
  const { t } = useText();
  const { data, error, refetch } = useCall(calls.adminSetting.loadLdapConfig, {});
  return (
    <div className={styles.form}>
      <SectionHead title={t('adminLogin.title')} help={t('adminLogin.ldapHelp')} />
      {data ? (
        // What another administrator has saved meanwhile begins a new form.
        <LdapSettings key={JSON.stringify(data)} config={data} />
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
    </div>
  );
}
