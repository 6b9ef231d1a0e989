import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import styles from './people.module.css';

const AT_ONCE = 50;

/** The first rows of a long list and a button that shows more, because thousands of rows render slowly. */
export function useShown<Row>(rows: readonly Row[]): { shown: readonly Row[]; more: ReactNode } {
  const { t } = useText();
  const [count, setCount] = useState(AT_ONCE);
  const hidden = rows.length - count;
  return {
    shown: rows.slice(0, count),
    more: hidden > 0 && (
      <div className={styles.more}>
        <Button size="small" onClick={() => setCount(count + AT_ONCE)}>
          {t('member.more', { count: Math.min(hidden, AT_ONCE) })}
        </Button>
      </div>
    ),
  };
}
