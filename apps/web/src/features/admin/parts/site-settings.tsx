import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Asked } from '../../../shared/ui/asked.tsx';
import { ConsoleHead } from './console-head.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings.module.css';

export function SiteSettings() {
  const { t } = useText();
  const asked = useCall(calls.adminSetting.loadConfig, {});
  return (
    <>
      <ConsoleHead title={t('adminSetting.title')} help={t('adminSetting.help')} />
      <div className={styles.form}>
        <Asked asked={asked}>{(config) => <SettingsForm config={config} />}</Asked>
      </div>
    </>
  );
}
