import {
  Copy,
  Download,
  FilePlus,
  FolderInput,
  FolderPlus,
  Link,
  ListChecks,
  Pencil,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import action from '../../parts/action.module.css';
import { focusFirstEntry, onMenuKeyDown } from '../../parts/menu-keys.ts';
import type { RowEntry } from './row-entries.ts';
import styles from './row-menu.module.css';

const MARGIN = 8;

const entryInfo = {
  newPage: { label: 'tree.newPageHere', icon: FilePlus },
  newCatalog: { label: 'tree.newCatalog', icon: FolderPlus },
  select: { label: 'tree.selectPages', icon: ListChecks },
  rename: { label: 'tree.rename', icon: Pencil, keys: 'F2' },
  duplicate: { label: 'tree.duplicate', icon: Copy },
  move: { label: 'tree.moveRows', icon: FolderInput },
  copyLink: { label: 'reader.copyLink', icon: Link },
  export: { label: 'reader.export', icon: Download },
  delete: { label: 'tree.delete', icon: Trash2, keys: 'Del' },
} as const satisfies Record<RowEntry, { label: string; icon: LucideIcon; keys?: string }>;

interface EntryListProps {
  label: string;
  groups: readonly (readonly RowEntry[])[];
  onChoose: (entry: RowEntry) => void;
}

/** The entries of a row as a menu. */
export function EntryList({ label, groups, onChoose }: EntryListProps) {
  const { t } = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="menu" aria-label={label} onKeyDown={onMenuKeyDown}>
      {groups.map((group) => (
        <div key={group[0]} className={styles.group}>
          {group.map((entry) => {
            const info = entryInfo[entry];
            const Icon = info.icon;
            return (
              <button
                key={entry}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={entry === 'delete' ? `${action.row} ${styles.danger}` : action.row}
                onPointerEnter={(event) => {
                  if (event.pointerType === 'mouse') event.currentTarget.focus();
                }}
                onClick={() => onChoose(entry)}
              >
                <Icon />
                {t(info.label)}
                {'keys' in info && <span className={action.rowKeys}>{info.keys}</span>}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface RowMenuProps extends EntryListProps {
  /** Where the menu opens, in the viewport. `above`: the top of what it must not cover if it opens upwards. */
  anchor: { readonly left: number; readonly top: number; readonly above: number };
  /** By a press or a scroll elsewhere. */
  onClose: () => void;
  /** By a key: the focus returns to the row. */
  onEscape: () => void;
}

/**
 * The menu of a row beside the pointer or below the row. Not an auto popover: the release of the right mouse button
 * would close it.
 */
export function RowMenu({ anchor, onClose, onEscape, ...list }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    element.showPopover();
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.min(anchor.left, innerWidth - width - MARGIN);
    const hasRoomBelow = anchor.top + height + MARGIN <= innerHeight;
    const top = hasRoomBelow ? anchor.top : Math.min(anchor.above, innerHeight - MARGIN) - height;
    element.style.left = `${Math.max(MARGIN, left)}px`;
    element.style.top = `${Math.max(MARGIN, top)}px`;
    focusFirstEntry(element);
  }, [anchor]);

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    const onScroll = (event: Event) => {
      if (event.target !== menu.current) onClose();
    };
    addEventListener('pointerdown', onPointerDown, true);
    addEventListener('scroll', onScroll, true);
    addEventListener('resize', onClose);
    addEventListener('blur', onClose);
    return () => {
      removeEventListener('pointerdown', onPointerDown, true);
      removeEventListener('scroll', onScroll, true);
      removeEventListener('resize', onClose);
      removeEventListener('blur', onClose);
    };
  }, [onClose]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={menu}
      popover="manual"
      className={styles.menu}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' && event.key !== 'Tab') return;
        event.preventDefault();
        onEscape();
      }}
    >
      <EntryList {...list} />
    </div>
  );
}
