import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemSelect } from '../../../shared/items/item-select.tsx';
import { hasCatalogs } from '../../../shared/items/item-type.tsx';
import { ChoiceCards } from '../../../shared/ui/choice-cards.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { moveTargets } from '../move-targets.ts';
import { flatten, type Catalog } from '../tree.ts';
import { treeQueries, type Catalogs } from '../use-catalogs.ts';
import { CatalogSelect } from '../../../shared/catalogs/catalog-select.tsx';

const WIDTH = 500;

interface CopyOrMoveDialogProps {
  loaded: Catalogs;
  catalog: Catalog;
  onClosed: () => void;
}

export function CopyOrMoveDialog({ loaded, catalog, onClosed }: CopyOrMoveDialogProps) {
  const { t } = useText();
  const { item, pages } = loaded;
  const [mode, setMode] = useState<'copy' | 'move'>('copy');
  const [target, setTarget] = useState(item.item_id);
  const [parent, setParent] = useState(0);
  const items = useCall(calls.item.myList, { item_group_id: 0 });
  const info = useCall(calls.item.info, { item_id: target, menu: 'top' });
  const names = useCall(calls.catalog.catListName, { item_id: target });
  const isSameItem = target === item.item_id;

  const targets = (items.data ?? []).filter(
    (each) => each.item_id === item.item_id || (each.is_archived === 0 && hasCatalogs(each)),
  );
  const targetName = targets.find(({ item_id }) => item_id === target)?.item_name ?? '';
  const isReadOnly = info.data?.item_edit === false;
  const fieldErrors = useFieldErrors({ target: isReadOnly && t('catalog.targetReadOnly') });
  const copy = useFormCommand(calls.catalog.copy, {
    refresh: treeQueries,
    onDone: () => {
      const words = { name: catalog.cat_name, item: targetName };
      const text = mode === 'copy' ? t('catalog.copied', words) : t('catalog.moved', words);
      showToast({ kind: 'done', text });
    },
  });

  const pageCount = flatten([catalog]).reduce(
    (sum, { cat_id }) => sum + (pages.get(cat_id) ?? 0),
    0,
  );
  return (
    <FormDialog
      width={WIDTH}
      title={t('catalog.moveTitle', { name: catalog.cat_name })}
      help={t('item.pages', { count: pageCount })}
      submit={mode === 'copy' ? t('catalog.copyAction') : t('catalog.moveAction')}
      fieldErrors={fieldErrors}
      changed={mode !== 'copy' || !isSameItem || parent !== 0}
      working={copy.working}
      done={copy.done}
      error={copy.otherError()}
      onSend={() =>
        copy.send({
          cat_id: catalog.cat_id,
          to_item_id: target,
          new_p_cat_id: parent,
          is_del: mode === 'move',
        })
      }
      onClosed={onClosed}
    >
      <ChoiceCards
        label={t('catalog.wayTitle')}
        choices={[
          { value: 'copy', label: t('catalog.copy'), help: t('catalog.copyHelp') },
          { value: 'move', label: t('catalog.move'), help: t('catalog.moveHelp') },
        ]}
        value={mode}
        onValue={setMode}
      />
      <Field
        label={t('catalog.targetItem')}
        error={isReadOnly ? t('catalog.targetReadOnly') : undefined}
      >
        <ItemSelect
          items={targets}
          value={items.data && target}
          loading={items.isPending}
          onItem={(itemId) => {
            setTarget(itemId);
            setParent(0);
          }}
        />
      </Field>
      <Field label={t('catalog.parent')} help={t('catalog.parentHelp')}>
        <CatalogSelect
          catalogs={moveTargets(catalog, names.data ?? [], isSameItem && mode === 'move')}
          value={parent}
          onCatalog={setParent}
          loading={names.isPending}
        />
      </Field>
      {mode === 'move' && !isSameItem && (
        <Note kind="warning">{t('catalog.moveAwayNote', { item: targetName })}</Note>
      )}
    </FormDialog>
  );
}
