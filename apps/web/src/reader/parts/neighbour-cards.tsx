import type { ItemInfo } from '@octavo/contract/item.entities';
import type { Neighbours } from '@octavo/contract/reader';
import { useText } from '../../shared/i18n/texts.tsx';
import { pageHref } from '../model/urls.ts';
import styles from './neighbour-cards.module.css';

/** Links to the previous and next page, in the order of the tree. */
export function NeighbourCards({ item, neighbours }: { item: ItemInfo; neighbours: Neighbours }) {
  const { t } = useText();
  const { previous, next } = neighbours;
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
