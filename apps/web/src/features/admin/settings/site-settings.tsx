import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { ConsoleHeader } from '../parts/console-header.tsx';
import { useMayChange } from '../parts/use-may-change.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsValues } from './settings-values.tsx';
import styles from '../parts/settings.module.css';

export function SiteSettings() {
  const { t } = useText();
  const mayChange = useMayChange();
  const query = useCall(calls.adminSetting.loadConfig, {});
  return (
    <>
      <ConsoleHeader
        title={t('adminSetting.title')}
        {...(mayChange && { help: t('adminSetting.help') })}
      />
      <div className={styles.form}>
        <QueryState query={query}>
          {(config) =>
            mayChange ? <SettingsForm config={config} /> : <SettingsValues config={config} />
          }
        </QueryState>
      </div>
    </>
  );
}
