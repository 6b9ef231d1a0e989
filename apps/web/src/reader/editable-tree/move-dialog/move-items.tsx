import { useId, type KeyboardEvent } from 'react';
import { useMedia } from '../../../shared/hooks/media.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { ListFailure, ListSkeleton } from './list-state.tsx';
import styles from './move-items.module.css';
import type { TargetItem, TargetItems } from './use-target-items.ts';

interface MoveItemsProps {
  items: TargetItems;
  itemId: number;
  onItem: (itemId: number) => void;
}

/** The items to move to: a list, and on phones a select above the catalogs. */
export function MoveItems(props: MoveItemsProps) {
  const isNarrow = useMedia('(max-width: 640px)');
  const { isWaiting, failure } = props.items;
  return (
    <div className={styles.items}>
      {isNarrow ? <ItemSelect {...props} /> : <ItemList {...props} />}
      {isWaiting && !isNarrow && <ListSkeleton widths={[70, 55, 62]} />}
      {failure && <ListFailure {...failure} />}
    </div>
  );
}

function ItemSelect({ items: { editable, readOnly }, itemId, onItem }: MoveItemsProps) {
  const { t } = useText();
  const option = (item: TargetItem) => (
    <option key={item.item_id} value={item.item_id}>
      {item.item_name}
    </option>
  );
  return (
    <select
      className={styles.select}
      aria-label={t('tree.moveItem')}
      value={itemId}
      onChange={(event) => onItem(Number(event.target.value))}
    >
      {editable.map(option)}
      {readOnly.length > 0 && (
        <optgroup label={t('tree.moveReadOnlyItems')} disabled>
          {readOnly.map(option)}
        </optgroup>
      )}
    </select>
  );
}

function ItemList({ items: { editable, readOnly }, itemId, onItem }: MoveItemsProps) {
  const { t } = useText();
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role
    <div role="listbox" aria-label={t('tree.moveItem')} onKeyDown={onKeyDown}>
      <div className={styles.caption} aria-hidden="true">
        {t('tree.moveItem')}
      </div>
      {editable.map((item) => (
        <Option
          key={item.item_id}
          item={item}
          isSelected={item.item_id === itemId}
          onClick={() => onItem(item.item_id)}
        />
      ))}
      {readOnly.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div role="group" aria-labelledby={id}>
          <div id={id} className={styles.caption}>
            {t('tree.moveReadOnlyItems')}
          </div>
          {readOnly.map((item) => (
            <Option key={item.item_id} item={item} isSelected={false} />
          ))}
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  item: TargetItem;
  isSelected: boolean;
  /** Without it the option is disabled. */
  onClick?: () => void;
}

function Option({ item, isSelected, onClick }: OptionProps) {
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      className={styles.item}
      aria-selected={isSelected}
      aria-disabled={onClick ? undefined : true}
      tabIndex={isSelected ? 0 : -1}
      onClick={onClick}
    >
      <ItemTile item={item} size="tiny" />
      <span className={styles.name}>{item.item_name}</span>
    </button>
  );
}

/** The index of the option that a key moves to. */
const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')];
  const at = options.findIndex((option) => option === document.activeElement);
  options[step(at, options.length - 1)]?.focus();
}
