import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../i18n/texts.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Switch } from '../ui/switch.tsx';
import styles from './change-controls.module.css';
import type { ChangeNavigation } from './use-change-navigation.ts';

/** The number of changes, the navigation between them, and the switch that hides unchanged parts. */
export function ChangeControls({ changes }: { changes: ChangeNavigation }) {
  const { compared, at, goToChange, onlyChanges, setOnlyChanges } = changes;
  const { t } = useText();
  const id = useId();
  return (
    <>
      {compared && compared.count > 0 && (
        <div className={styles.changes}>
          <span className={styles.added}>
            <span aria-hidden="true">+{compared.added}</span>
            <span className="visually-hidden">{t('diff.added', { count: compared.added })}</span>
          </span>
          <span className={styles.removed}>
            <span aria-hidden="true">−{compared.removed}</span>
            <span className="visually-hidden">
              {t('diff.removed', { count: compared.removed })}
            </span>
          </span>
          <IconButton label={t('diff.previous')} onClick={() => goToChange(at - 1)}>
            <ChevronUp />
          </IconButton>
          <output className={styles.position}>
            {t('diff.position', { at: at + 1, count: compared.count })}
          </output>
          <IconButton label={t('diff.next')} onClick={() => goToChange(at + 1)}>
            <ChevronDown />
          </IconButton>
        </div>
      )}
      <div className={styles.only}>
        <Switch id={id} checked={onlyChanges} onChecked={setOnlyChanges} />
        <label htmlFor={id}>{t('diff.onlyChanges')}</label>
      </div>
    </>
  );
}
