import { useText } from '../../../shared/i18n/texts.tsx';
import { useCounts } from '../../../shared/items/item-counts.ts';
import { flat } from '../tree.ts';
import type { Catalogs } from '../use-catalogs.ts';
import styles from './catalog-sum.module.css';

/** How much there is in all, and what stands outside of every catalog. */
export function CatalogSum({ loaded: { item, tree } }: { loaded: Catalogs }) {
  const { t } = useText();
  const counts = useCounts();
  const count = item.menu.pages.length;
  const root =
    count === 0 ? '' : count === 1 ? t('catalog.oneAtRoot') : t('catalog.atRoot', { count });
  return (
    <p className={styles.sum}>
      {t('catalog.sum', {
        catalogs: counts.catalogs(flat(tree).length),
        pages: counts.pages(item.page_count),
        root,
      })}
    </p>
  );
}
