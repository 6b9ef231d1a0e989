import { calls } from '@octavo/contract';
import type { PageFile } from '@octavo/contract/attachment.entities';
import type { ItemInfo, MenuPage } from '@octavo/contract/item.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemSelect } from '../../../shared/items/item-select.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

const WIDTH = 500;

function flattenPages({ pages, catalogs }: ItemInfo['menu']): MenuPage[] {
  return [...pages, ...catalogs.flatMap(flattenPages)];
}

export function BindDialog({ file, onClosed }: { file: PageFile; onClosed: () => void }) {
  const { t } = useText();
  const { file_id, display_name: name } = file;
  const [itemId, setItemId] = useState<number>();
  const [pageId, setPageId] = useState<number>();
  const items = useCall(calls.item.myList, {});
  const info = useCall(
    calls.item.info,
    { item_id: itemId ?? 0 },
    { enabled: itemId !== undefined },
  );
  const pages = info.data ? flattenPages(info.data.menu) : [];
  const isReadOnly = info.data?.item_edit === false;
  const fieldErrors = useFieldErrors({
    item:
      (itemId === undefined && t('user.missing')) || (isReadOnly && t('attachment.bindReadOnly')),
    page: pageId === undefined && t('user.missing'),
  });
  const bind = useFormCommand(calls.attachment.bindingPage, {
    refresh: [calls.page.uploadList],
    onDone: () => {
      const page = pages.find(({ page_id }) => page_id === pageId)?.page_title ?? '';
      showToast({ kind: 'done', text: t('attachment.bound', { name, page }) });
    },
  });
  return (
    <FormDialog
      width={WIDTH}
      title={t('attachment.bindTitle', { name })}
      help={t('attachment.bindHelp')}
      submit={t('attachment.bindAction')}
      fieldErrors={fieldErrors}
      changed={itemId !== undefined}
      working={bind.working}
      done={bind.done}
      error={bind.otherError()}
      onSend={() => bind.send({ file_id, page_id: pageId ?? 0 })}
      onClosed={onClosed}
    >
      <Field
        label={t('attachment.bindItem')}
        error={isReadOnly ? t('attachment.bindReadOnly') : fieldErrors.get('item')}
      >
        <ItemSelect
          items={(items.data ?? []).filter(({ is_archived }) => is_archived === 0)}
          value={itemId}
          loading={items.isPending}
          onItem={(chosen) => {
            setItemId(chosen);
            setPageId(undefined);
          }}
        />
      </Field>
      <Field label={t('attachment.bindPage')} error={fieldErrors.get('page')}>
        <SelectInput
          options={pages.map(({ page_id, page_title }) => ({ value: page_id, name: page_title }))}
          value={pageId}
          onValue={setPageId}
          placeholder={t('attachment.bindPageChoose')}
          emptyText={t('attachment.bindNoPage')}
          loading={itemId !== undefined && info.isPending}
        />
      </Field>
    </FormDialog>
  );
}
