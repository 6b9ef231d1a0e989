import type { Maintainer } from '@octavo/contract/login-method.entities';
import { LockKeyhole } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import styles from './maintained-note.module.css';

/** Why a name or an email cannot be changed here. */
export function MaintainedNote({ by }: { by: Maintainer }) {
  const { t } = useText();
  return (
    <span className={styles.note}>
      <LockKeyhole />
      {t('userSetting.maintained', { source: by.toUpperCase() })}
    </span>
  );
}
