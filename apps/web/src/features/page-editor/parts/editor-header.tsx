import { calls } from '@octavo/contract';
import { useEffect, type ReactNode } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ItemUrlParts } from '../../../shared/items/item-url.ts';
import type { Autosave } from '../../../shared/autosave/autosave.ts';
import { useAutosave } from '../../../shared/autosave/use-autosave.ts';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import styles from './editor-header.module.css';
import type { SavedPage } from '../save/save-popover.tsx';
import { BaseEditorHeader } from './base-editor-header.tsx';

interface EditorHeaderProps {
  item: ItemUrlParts;
  autosave: Autosave;
  page: SavedPage;
  title: string;
  catId: number;
  onTitle: (title: string) => void;
  onTitleDone: () => void;
  onCatalog: (catId: number) => void;
  /** Shown between the catalog select and the save button. */
  children?: ReactNode;
}

export function EditorHeader(props: EditorHeaderProps) {
  const { item, autosave, page, title, catId, onTitle, onTitleDone, onCatalog, children } = props;
  const { t } = useText();
  const catalogs = useCall(calls.catalog.catListName, { item_id: item.item_id }, { silent: true });
  const { refetch } = catalogs;
  const isRejected = useAutosave(autosave, ({ save }) => save.kind === 'refused');
  useEffect(() => {
    // Another user may have deleted the catalog of the page.
    if (isRejected) void refetch();
  }, [isRejected, refetch]);
  return (
    <BaseEditorHeader
      item={item}
      autosave={autosave}
      page={page}
      name={t('editor.title')}
      back={t('editor.back')}
      title={title}
      onTitle={onTitle}
      onTitleDone={onTitleDone}
    >
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
          placeholder={t('editor.catalog')}
          emptyText={t('catalog.noneNamed')}
          loading={catalogs.isPending}
        />
      </div>
      <div className={styles.actions}>{children}</div>
    </BaseEditorHeader>
  );
}
