import { FolderInput, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './selection-bar.module.css';

/** The space below the bar. */
const GAP = 6;

interface SelectionBarProps {
  list: RefObject<HTMLElement | null>;
  count: number;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** The number of selected rows and what can be done with them. */
export function SelectionBar({ list, count, onMove, onDelete, onClear }: SelectionBarProps) {
  const { t } = useText();
  const bar = useRef<HTMLDivElement>(null);
  // The rows stay under the pointer where the list can scroll.
  useLayoutEffect(() => {
    const rows = list.current;
    const height = (bar.current?.offsetHeight ?? 0) + GAP;
    rows?.scrollBy({ top: height, behavior: 'instant' });
    return () => rows?.scrollBy({ top: -height, behavior: 'instant' });
  }, [list]);
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label={t('tree.selected', { count })}>
      <output>{t('tree.selected', { count })}</output>
      <IconButton label={t('tree.moveRows')} onClick={onMove}>
        <FolderInput />
      </IconButton>
      <IconButton label={t('tree.delete')} onClick={onDelete}>
        <Trash2 />
      </IconButton>
      <IconButton label={t('tree.clearSelection')} onClick={onClear}>
        <X />
      </IconButton>
    </div>
  );
}
