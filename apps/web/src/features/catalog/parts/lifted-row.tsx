import { Folder, GripVertical } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { heightOf, type Catalog } from '../tree.ts';
import styles from './lifted-row.module.css';

interface LiftedRowProps {
  catalog: Catalog;
  pages: number;
  /** The drop position, or why dropping is not allowed. */
  hint: string | undefined;
}

export function LiftedRow({ catalog, pages, hint }: LiftedRowProps) {
  const { t } = useText();
  const below = heightOf(catalog) - 1;
  return (
    <div className={styles.place} inert>
      <div className={styles.row}>
        <GripVertical className={styles.grip} />
        <Folder />
        <b>{catalog.cat_name}</b>
        <span>
          {below > 0
            ? t('catalog.contents', { pages, count: below })
            : t('item.pages', { count: pages })}
        </span>
      </div>
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  );
}
