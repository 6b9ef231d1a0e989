import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from '../parts/settings.module.css';

export function SiteSettings() {
  const { t } = useText();
  const query = useCall(calls.adminSetting.loadConfig, {});
  return (
    <>
      <ConsoleHeader title={t('adminSetting.title')} help={t('adminSetting.help')} />
      <div className={styles.form}>
        <QueryState query={query}>{(config) => <SettingsForm config={config} />}</QueryState>
      </div>
    </>
  );
}
