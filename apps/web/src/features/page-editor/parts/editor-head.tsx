import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Keeper } from '../../../shared/keep/keeper.ts';
import { useKeeper } from '../../../shared/keep/use-keeper.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconLink } from '../../../shared/ui/icon-button.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import styles from './editor-head.module.css';

interface EditorHeadProps {
  item_id: number;
  keeper: Keeper;
  title: string;
  catId: number;
  onTitle: (title: string) => void;
  onCatalog: (catId: number) => void;
  /** Between catalog and save. */
  children?: ReactNode;
}

export function EditorHead(props: EditorHeadProps) {
  const { item_id, keeper, title, catId, onTitle, onCatalog, children } = props;
  const { t } = useText();
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const isSaving = useKeeper(keeper, ({ save }) => save.kind === 'saving');
  const catalogs = useCall(calls.catalog.catListName, { item_id }, { silent: true });
  const titleField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A new page begins with its title.
    if (keeper.getState().page_id === 0) titleField.current?.focus();
  }, [keeper]);
  return (
    <header className={styles.head}>
      <IconLink
        label={t('editor.back')}
        to={
          page_id > 0
            ? paths.itemPage.href({ item: item_id, page_id })
            : paths.item.href({ item: item_id })
        }
      >
        <ArrowLeft />
      </IconLink>
      <h1 className="visually-hidden">{t('editor.title')}</h1>
      <input
        ref={titleField}
        className={styles.title}
        aria-label={t('editor.pageTitle')}
        placeholder={t('editor.untitled')}
        value={title}
        maxLength={200}
        onChange={(event) => onTitle(event.target.value)}
      />
      <div className={styles.catalog}>
        <SelectInput
          label={t('editor.catalog')}
          options={[
            { value: 0, name: t('catalog.root') },
            ...(catalogs.data ?? []).map(({ cat_id, cat_name }) => ({
              value: cat_id,
              name: cat_name,
            })),
          ]}
          value={catId}
          onValue={onCatalog}
          none={t('catalog.noneNamed')}
          loading={catalogs.isPending}
        />
      </div>
      <div className={styles.actions}>{children}</div>
      <Button variant="primary" loading={isSaving} onClick={() => void keeper.save()}>
        {t('editor.save')}
        <kbd className={styles.key} aria-hidden="true">
          Ctrl S
        </kbd>
      </Button>
    </header>
  );
}
