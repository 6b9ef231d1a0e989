import type { LastSave } from '@octavo/contract/admin-setting.entities';
import { useText } from '../../../shared/i18n/texts.tsx';
import { settingNames } from '../audit/setting-names.ts';
import { LastSaved } from './saved-form.tsx';
import styles from './settings.module.css';
import { useSettingValue } from './use-setting-value.ts';

interface SettingValuesProps {
  title?: string;
  /** The values by field, in the order in which they are shown. */
  values: Readonly<Record<string, string | number | boolean>>;
}

/** Settings as labels and values, for auditors, who cannot change them. */
export function SettingValues({ title, values }: SettingValuesProps) {
  const { t } = useText();
  const settingValue = useSettingValue();
  const toText = (value: string | number | boolean, field: string) => {
    if (typeof value === 'boolean') return t(value ? 'adminUser.accessOn' : 'adminUser.accessOff');
    // An empty language is a choice with a label of its own.
    const isUnset = value === '' && field !== 'default_language';
    return isUnset ? t('adminUser.passwordNone') : settingValue(value, field);
  };
  return (
    <section>
      {title && <h2 className={styles.title}>{title}</h2>}
      <dl className={styles.values}>
        {Object.entries(values).map(([field, value]) => {
          const name = settingNames[field];
          return (
            <div key={field}>
              <dt>{name ? t(name) : field}</dt>
              <dd>{toText(value, field)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Who saved the settings above, and when. */
export function ValuesFoot({ lastSave }: { lastSave: LastSave }) {
  return (
    <p className={styles.quiet}>
      <LastSaved lastSave={lastSave} />
    </p>
  );
}

/** Shown in place of a secret, which the server never sends. */
export function useSecretState(): (isSet: 0 | 1) => string {
  const { t } = useText();
  return (isSet) => t(isSet === 1 ? 'adminUser.passwordSet' : 'adminUser.passwordNone');
}
