import { paths } from '@octavo/contract/paths';
import { ArrowLeft, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import type { PageLock } from '../../../shared/lock/page-lock.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import { DraftState, LockedState, SavedState } from '../parts/status-line.tsx';
import styles from './sheet-editor.module.css';

interface SheetHeadProps {
  item_id: number;
  keeper: Keeper;
  lock: PageLock;
  title: string;
  onTitle: (title: string) => void;
  /** After the save. */
  children: ReactNode;
}

export function SheetHead({ item_id, keeper, lock, title, onTitle, children }: SheetHeadProps) {
  const { t } = useText();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isSaving = useKeeper(keeper, ({ save }) => save.kind === 'saving');
  return (
    <header className={styles.head}>
      <IconLink label={t('sheetEditor.back')} to={backFrom(item_id, page_id)}>
        <ArrowLeft />
      </IconLink>
      <Tile id={item_id}>
        <Table2 />
      </Tile>
      <h1 className="visually-hidden">{t('sheetEditor.title')}</h1>
      <input
        className={styles.title}
        aria-label={t('editor.pageTitle')}
        placeholder={t('editor.untitled')}
        value={title}
        maxLength={200}
        onChange={(event) => onTitle(event.target.value)}
      />
      <div className={styles.states}>
        <SavedState keeper={keeper} />
        <DraftState keeper={keeper} />
        <LockedState lock={lock} />
      </div>
      <Button variant="primary" loading={isSaving} onClick={() => void keeper.save()}>
        {t('editor.save')}
        <kbd className={styles.key} aria-hidden="true">
          Ctrl S
        </kbd>
      </Button>
      {children}
    </header>
  );
}

export function backFrom(item_id: number, page_id: number): string {
  return page_id > 0
    ? paths.itemPage.href({ item: item_id, page_id })
    : paths.item.href({ item: item_id });
}
