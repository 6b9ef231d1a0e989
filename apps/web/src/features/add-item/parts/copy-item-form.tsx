import { calls } from '@octavo/contract';
import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { itemUrl } from '../../../shared/items/item-url.ts';
import { ItemDescriptionField, ItemNameField } from '../../../shared/items/item-fields.tsx';
import { ItemSelect } from '../../../shared/items/item-select.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { CopySummary } from './copy-summary.tsx';

export function CopyItemForm({ items }: { items: readonly ItemRow[] }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [source, setSource] = useState<ItemRow>();
  const [fields, set] = useFields({ item_name: '', item_description: '' });
  const info = useCall(
    calls.item.info,
    { item_id: source?.item_id ?? 0, menu: 'top' },
    { enabled: source !== undefined },
  );
  const isReadOnly = info.data?.item_edit === false;

  const fieldErrors = useFieldErrors({
    source: source ? isReadOnly && t('addItem.sourceReadOnly') : t('addItem.sourceMissing'),
    item_name: fields.item_name.trim() === '' && t('user.missing'),
  });
  const copy = useFormCommand(calls.item.add, {
    refresh: [calls.item.myList],
    onDone: ({ item_id }) =>
      void navigate(itemUrl({ item_id, item_domain: '' }), { replace: true }),
  });

  function onItem(itemId: number) {
    const chosen = items.find(({ item_id }) => item_id === itemId);
    if (!chosen) return;
    // Do not overwrite fields that the user has edited.
    if (fields.item_name === (source?.item_name ?? '')) set('item_name')(chosen.item_name);
    if (fields.item_description === (source?.item_description ?? ''))
      set('item_description')(chosen.item_description);
    setSource(chosen);
  }

  const error = copy.otherError();
  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() => source && copy.send({ ...fields, copy_item_id: source.item_id })}
    >
      <Panel
        foot={
          <>
            <ButtonLink to={paths.myItems.href()}>{t('shell.cancel')}</ButtonLink>
            <Button
              type="submit"
              variant="primary"
              icon={<Copy />}
              loading={copy.working || copy.done}
            >
              {t('addItem.copyItem')}
            </Button>
          </>
        }
      >
        <Field
          label={t('addItem.source')}
          help={t('addItem.sourceHelp')}
          error={isReadOnly ? t('addItem.sourceReadOnly') : fieldErrors.get('source')}
        >
          <ItemSelect items={items} value={source?.item_id} onItem={onItem} />
        </Field>
        <ItemNameField
          label={t('addItem.newName')}
          value={fields.item_name}
          onText={set('item_name')}
          error={fieldErrors.get('item_name')}
        />
        <ItemDescriptionField value={fields.item_description} onText={set('item_description')} />
        {source && <CopySummary source={source} pages={info.data?.page_count} />}
        {error && <Note kind="error">{error}</Note>}
      </Panel>
    </Form>
  );
}
