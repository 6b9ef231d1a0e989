import { FolderInput, Trash2, X } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** The number of selected rows and what can be done with them. */
export function SelectionBar({ count, onMove, onDelete, onClear }: SelectionBarProps) {
  const { t } = useText();
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tree.selected', { count })}>
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
