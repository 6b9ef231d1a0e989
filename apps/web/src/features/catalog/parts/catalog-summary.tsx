import { useText } from '../../../shared/i18n/texts.tsx';
import { flatten } from '../tree.ts';
import type { Catalogs } from '../use-catalogs.ts';
import styles from './catalog-summary.module.css';

/** The total number of catalogs and pages, and the pages outside of all catalogs. */
export function CatalogSummary({ loaded: { item, tree } }: { loaded: Catalogs }) {
  const { t } = useText();
  const count = item.menu.pages.length;
  const root = count === 0 ? '' : t('catalog.atRoot', { count });
  return (
    <p className={styles.sum}>
      {t('catalog.sum', {
        catalogs: flatten(tree).length,
        pages: item.page_count,
        root,
      })}
    </p>
  );
}
