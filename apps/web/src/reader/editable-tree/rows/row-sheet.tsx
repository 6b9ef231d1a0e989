import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { BottomSheet } from '../../../shared/ui/bottom-sheet.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import type { RowEntry } from './row-entries.ts';
import { EntryList } from './row-menu.tsx';
import styles from './row-sheet.module.css';

interface RowSheetProps {
  title: string;
  /** The method of a page. */
  badge: ReactNode;
  /** The catalogs that contain the row. */
  path: string;
  groups: readonly (readonly RowEntry[])[];
  onShown: (height: number) => void;
  onChoose: (entry: RowEntry) => void;
  onClose: () => void;
}

/** The menu of a row on touch screens: a sheet at the bottom, headed by the row. */
export function RowSheet(props: RowSheetProps) {
  const { title, badge, path, groups, onShown, onChoose, onClose } = props;
  const { t } = useText();
  const label = t('tree.actionsOf', { name: title });
  return (
    <BottomSheet label={label} onShown={onShown} onClose={onClose}>
      <div className={styles.head}>
        {badge}
        <div className={styles.names}>
          <h2>{title}</h2>
          {path !== '' && <p>{path}</p>}
        </div>
        <IconButton label={t('shell.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className={styles.entries}>
        <EntryList label={label} groups={groups} onChoose={onChoose} />
      </div>
    </BottomSheet>
  );
}
