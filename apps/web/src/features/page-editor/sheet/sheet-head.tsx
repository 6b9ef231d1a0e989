import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ItemName } from '../../../shared/items/item-address.ts';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { Tile } from '../../../shared/ui/tile.tsx';
import { LockButton } from '../parts/lock-button.tsx';
import { DraftState, LockedState, SavedState } from '../parts/status-line.tsx';
import { WritingHead } from '../parts/writing-head.tsx';
import styles from './sheet-editor.module.css';

interface SheetHeadProps {
  item: ItemName;
  keeper: Keeper;
  lock: PageLock;
  title: string;
  onTitle: (title: string) => void;
  /** Shown after the save button. */
  children: ReactNode;
}

export function SheetHead({ item, keeper, lock, title, onTitle, children }: SheetHeadProps) {
  const { t } = useText();
  return (
    <WritingHead
      item={item}
      keeper={keeper}
      name={t('sheetEditor.title')}
      back={t('sheetEditor.back')}
      icon={
        <Tile id={item.item_id}>
          <Table2 />
        </Tile>
      }
      title={title}
      onTitle={onTitle}
      more={children}
    >
      <div className={styles.states}>
        <SavedState keeper={keeper} />
        <DraftState keeper={keeper} />
        <LockedState lock={lock} />
      </div>
      <LockButton lock={lock} />
    </WritingHead>
  );
}
