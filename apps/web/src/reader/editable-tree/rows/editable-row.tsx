import { Check, Ellipsis, GripVertical, Plus } from 'lucide-react';
import { memo, useState, type ComponentProps } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { titleOf } from '../../model/menu.ts';
import { isSameRow, Row } from '../../parts/tree.tsx';
import styles from './editable-row.module.css';
import { gripProps } from '../drag/use-tree-drag.ts';

interface EditableRowProps extends ComponentProps<typeof Row> {
  isSelected: boolean;
  isMenuOpen: boolean;
  /** Dragged, or lifted by keyboard. */
  isMoving: boolean;
  hasGrip: boolean;
}

/**
 * A row that can be changed. Its buttons are for the mouse only: by keyboard and with a screen reader the menu key and
 * the shortcuts of the tree do the same.
 */
export const EditableRow = memo(function EditableRow(props: EditableRowProps) {
  const { isSelected, isMenuOpen, isMoving, hasGrip, ...rest } = props;
  const { row, tabIndex } = rest;
  const [isHovered, setHovered] = useState(false);
  return (
    <Row
      {...rest}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      aria-selected={isSelected}
      aria-haspopup="menu"
      data-menu-open={isMenuOpen || undefined}
      data-moving={isMoving || undefined}
    >
      {isSelected ? (
        <span className={styles.mark} aria-hidden="true">
          {hasGrip ? (
            <span className={styles.grip} {...gripProps}>
              <GripVertical />
            </span>
          ) : (
            <Check />
          )}
        </span>
      ) : (
        (isHovered || isMenuOpen || tabIndex === 0) && <RowActions row={row} />
      )}
    </Row>
  );
}, isSameRow);

/** The buttons of a row that has the pointer or can have the focus: the style sheet decides whether they are visible. */
function RowActions({ row }: Pick<EditableRowProps, 'row'>) {
  const { t } = useText();
  const name = titleOf(row);
  return (
    <span className={styles.actions} aria-hidden="true">
      <span
        className={styles.action}
        data-action="newPage"
        data-tip={t(row.kind === 'page' ? 'tree.newPageBelow' : 'tree.newPageIn', { name })}
      >
        <Plus />
      </span>
      <span className={styles.action} data-action="menu" data-tip={t('reader.more')}>
        <Ellipsis />
      </span>
    </span>
  );
}
