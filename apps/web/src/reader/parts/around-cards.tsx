import type { ItemInfo } from '@octavo/contract/item.entities';
import type { Around } from '@octavo/contract/reader';
import { useText } from '../../shared/i18n/texts.tsx';
import { pageHref } from '../model/addresses.ts';
import styles from './around-cards.module.css';

/** Links to the previous and next page, in the order of the tree. */
export function AroundCards({ item, around }: { item: ItemInfo; around: Around }) {
  const { t } = useText();
  const { previous, next } = around;
  if (!previous && !next) return null;
  return (
    <div className={styles.cards}>
      {previous && (
        <a className={styles.card} href={pageHref(item, previous.page_id)} rel="prev">
          <span>{t('reader.previous')}</span>
          {previous.page_title}
        </a>
      )}
      {next && (
        <a
          className={`${styles.card} ${styles.next}`}
          href={pageHref(item, next.page_id)}
          rel="next"
        >
          <span>{t('reader.next')}</span>
          {next.page_title}
        </a>
      )}
    </div>
  );
}
