import { useId } from 'react';
import { setSingleKeys, useSingleKeys } from '../../../shared/device/single-keys.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { SettingRow } from '../../../shared/ui/card.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import styles from './single-keys-row.module.css';

export function SingleKeysRow() {
  const { t, rich } = useText();
  const id = useId();
  const on = useSingleKeys();
  return (
    <SettingRow
      label={<label htmlFor={id}>{t('userSetting.singleKeys')}</label>}
      action={
        <Switch id={id} aria-describedby={`${id}-help`} checked={on} onChecked={setSingleKeys} />
      }
    >
      <span id={`${id}-help`} className={styles.text}>
        {rich('userSetting.singleKeysHelp', {
          search: <kbd className="key">/</kbd>,
          list: <kbd className="key">?</kbd>,
        })}
      </span>
    </SettingRow>
  );
}
