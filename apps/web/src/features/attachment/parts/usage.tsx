import { formatSize } from '@octavo/texts/format-size';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from '../attachment.module.css';

export function Usage({ used, traffic }: { used: number; traffic: number }) {
  const { t } = useText();
  return (
    <dl className={styles.usage}>
      <div>
        <dt>{t('attachment.used')}</dt>
        <dd>{formatSize(used)}</dd>
      </div>
      <div>
        <dt>{t('attachment.traffic')}</dt>
        <dd>{formatSize(traffic)}</dd>
      </div>
    </dl>
  );
}
