import { useMegabytes } from '../../../shared/files/use-megabytes.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from '../attachment.module.css';

export function Usage({ used, traffic }: { used: number; traffic: number }) {
  const { t } = useText();
  const megabytes = useMegabytes();
  return (
    <dl className={styles.usage}>
      <div>
        <dt>{t('attachment.used')}</dt>
        <dd>{megabytes(used)}</dd>
      </div>
      <div>
        <dt>{t('attachment.traffic')}</dt>
        <dd>{megabytes(traffic)}</dd>
      </div>
    </dl>
  );
}
