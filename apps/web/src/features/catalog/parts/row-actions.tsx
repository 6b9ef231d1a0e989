import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import {
  ArrowUpDown,
  Copy,
  Ellipsis,
  FolderPlus,
  Pencil,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ActionSheet } from '../../../shared/ui/action-sheet.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import type { CatalogAction } from './catalog-dialogs.tsx';
import type { Catalog } from '../tree.ts';
import styles from './row-actions.module.css';

interface RowActionsProps {
  catalog: Catalog;
  level: number;
  pages: number;
  onAct: (action: CatalogAction) => void;
}

const actionDisplay = {
  addChild: { icon: FolderPlus, label: 'catalog.addChild', of: 'catalog.addChildOf' },
  sortPages: { icon: ArrowUpDown, label: 'catalog.sortPages', of: 'catalog.sortPagesOf' },
  edit: { icon: Pencil, label: 'catalog.edit', of: 'catalog.editOf' },
  copyOrMove: { icon: Copy, label: 'catalog.copyOrMove', of: 'catalog.copyOrMoveOf' },
  delete: { icon: Trash2, label: 'catalog.delete', of: 'catalog.deleteOf' },
} as const satisfies Record<string, { icon: LucideIcon; label: string; of: string }>;

type ActionName = keyof typeof actionDisplay;

/** The actions of a row: icons on hover or focus, an action sheet on touch screens. */
export function RowActions({ catalog, level, pages, onAct }: RowActionsProps) {
  const { t } = useText();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const name = catalog.cat_name;
  const catalogActions: Record<ActionName, CatalogAction> = {
    addChild: { kind: 'add', parent: catalog },
    sortPages: { kind: 'sortPages', catId: catalog.cat_id },
    edit: { kind: 'edit', catalog },
    copyOrMove: { kind: 'copyOrMove', catalog },
    delete: { kind: 'delete', catalog },
  };
  const names = (Object.keys(actionDisplay) as ActionName[]).filter(
    (action) => action !== 'addChild' || level < MAX_CATALOG_DEPTH,
  );
  return (
    <>
      <span className={styles.icons}>
        {names.map((action) => {
          const { icon: Icon, of } = actionDisplay[action];
          return (
            <IconButton
              key={action}
              label={t(of, { name })}
              danger={action === 'delete'}
              onClick={() => onAct(catalogActions[action])}
            >
              <Icon />
            </IconButton>
          );
        })}
      </span>
      <Ellipsis className={styles.rest} aria-hidden="true" />
      <span className={styles.more}>
        <IconButton
          label={t('catalog.actions', { name })}
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <Ellipsis />
        </IconButton>
      </span>
      {isSheetOpen && (
        <ActionSheet
          title={name}
          help={t('item.pages', { count: pages })}
          actions={names.map((action) => {
            const { icon: Icon, label } = actionDisplay[action];
            return {
              label: t(label),
              icon: <Icon />,
              danger: action === 'delete',
              run: () => onAct(catalogActions[action]),
            };
          })}
          onClosed={() => setSheetOpen(false)}
        />
      )}
    </>
  );
}
