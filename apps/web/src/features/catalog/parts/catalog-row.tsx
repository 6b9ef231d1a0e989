import { ChevronRight, Folder, FolderOpen } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Grip } from '../../../shared/dnd/grip.tsx';
import { useSortableItem } from '../../../shared/dnd/use-sortable-item.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { CatalogAction } from './catalog-dialogs.tsx';
import type { Projection } from '../projection.ts';
import type { Catalog } from '../tree.ts';
import styles from './catalog-tree.module.css';
import { RowActions } from './row-actions.tsx';

interface CatalogRowProps {
  catalog: Catalog;
  level: number;
  pages: number;
  closed: boolean;
  /** The row is being moved by keyboard. */
  lifted: boolean;
  /** The drop position while the row is being dragged. */
  slot: Projection | undefined;
  onToggle: () => void;
  onGripKey: (event: KeyboardEvent) => void;
  onAct: (action: CatalogAction) => void;
}

export function CatalogRow(props: CatalogRowProps) {
  const { catalog, level, pages, closed, lifted, slot, onToggle, onGripKey, onAct } = props;
  const { t } = useText();
  const { itemProps, gripProps } = useSortableItem(catalog.cat_id);
  const name = catalog.cat_name;
  const hasChildren = catalog.catalogs.length > 0;
  const Icon = hasChildren && !closed ? FolderOpen : Folder;
  const classNames = [
    styles.row,
    lifted && styles.held,
    slot && styles.slot,
    slot && !slot.fits && styles.refused,
  ];
  return (
    <li
      {...itemProps}
      className={classNames.filter(Boolean).join(' ')}
      style={{ ...itemProps.style, '--level': slot?.level ?? level } as React.CSSProperties}
      aria-label={t('catalog.row', { name, level })}
    >
      <Grip
        {...gripProps}
        name={name}
        aria-pressed={lifted || undefined}
        data-grip={catalog.cat_id}
        onKeyDown={onGripKey}
      />
      {hasChildren ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={!closed}
          aria-label={closed ? t('catalog.expand', { name }) : t('catalog.collapse', { name })}
          onClick={onToggle}
        >
          <ChevronRight />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      <Icon className={styles.icon} />
      <span className={styles.name}>{name}</span>
      <span className={styles.pages}>{t('item.pages', { count: pages })}</span>
      <RowActions catalog={catalog} level={level} pages={pages} onAct={onAct} />
    </li>
  );
}
