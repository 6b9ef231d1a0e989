import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import styles from './people.module.css';

const BATCH_SIZE = 50;

/** The first rows of a long list and a button that shows more, because thousands of rows render slowly. */
export function useShowMore<Row>(rows: readonly Row[]): { shown: readonly Row[]; more: ReactNode } {
  const { t } = useText();
  const [count, setCount] = useState(BATCH_SIZE);
  const hidden = rows.length - count;
  return {
    shown: rows.slice(0, count),
    more: hidden > 0 && (
      <div className={styles.more}>
        <Button size="small" onClick={() => setCount(count + BATCH_SIZE)}>
          {t('member.more', { count: Math.min(hidden, BATCH_SIZE) })}
        </Button>
      </div>
    ),
  };
}
