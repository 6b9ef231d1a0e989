import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings.module.css';

export function SiteSettings() {
  const { t } = useText();
  const { data, error, refetch } = useCall(calls.adminSetting.loadConfig, {});
  return (
    <div className={styles.form}>
      <SectionHead title={t('adminSetting.title')} help={t('adminSetting.help')} />
      {data ? (
        // What another administrator has saved meanwhile begins a new form.
        <SettingsForm key={JSON.stringify(data)} config={data} />
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
