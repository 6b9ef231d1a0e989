import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ItemUrlParts } from '../../../shared/items/item-url.ts';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { Tile } from '../../../shared/ui/tile.tsx';
import { LockButton } from '../parts/lock-button.tsx';
import { DraftStatus, LockStatus, SaveStatus } from '../parts/status-bar.tsx';
import { BaseEditorHeader } from '../parts/base-editor-header.tsx';
import type { SavedPage } from '../save/save-popover.tsx';
import styles from './sheet-editor.module.css';

interface SheetHeaderProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
  lock: PageLock;
  title: string;
  onTitle: (title: string) => void;
  onTitleDone: () => void;
  /** Shown after the save button. */
  children: ReactNode;
}

export function SheetHeader(props: SheetHeaderProps) {
  const { item, autosave, page, lock, title, onTitle, onTitleDone, children } = props;
  const { t } = useText();
  return (
    <BaseEditorHeader
      item={item}
      autosave={autosave}
      page={page}
      name={t('sheetEditor.title')}
      back={t('sheetEditor.back')}
      icon={
        <Tile id={item.item_id}>
          <Table2 />
        </Tile>
      }
      title={title}
      onTitle={onTitle}
      onTitleDone={onTitleDone}
      more={children}
    >
      <div className={styles.states}>
        <SaveStatus autosave={autosave} />
        <DraftStatus autosave={autosave} />
        <LockStatus lock={lock} />
      </div>
      <LockButton lock={lock} />
    </BaseEditorHeader>
  );
}
