import type { ComponentProps } from 'react';
import type { TreeRow } from '../../model/menu.ts';
import { RowIcon, treeItemProps } from '../../parts/tree.tsx';
import styles from '../editable-tree.module.css';
import { RenameField } from './rename-field.tsx';

interface RenameRowProps extends ComponentProps<typeof RenameField> {
  row: TreeRow;
}

/** A row whose name is being edited. */
export function RenameRow({ row, ...field }: RenameRowProps) {
  const { className, ...item } = treeItemProps(row);
  return (
    <div
      {...item}
      className={`${className} ${styles.renaming}`}
      aria-selected={false}
      tabIndex={-1}
    >
      <RowIcon row={row} isLoading={false} />
      <RenameField {...field} />
    </div>
  );
}
