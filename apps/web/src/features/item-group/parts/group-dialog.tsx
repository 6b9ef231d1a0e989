import { calls } from '@octavo/contract';
import { MAX_GROUP_NAME_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { ItemIds } from '../../../shared/items/item-picker.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { isSame, itemIdsOf, type ItemGroup } from '../item-group.ts';
import { ItemTable } from './item-table.tsx';

const WIDTH = 500;

/** Edits a group; creates a new one when `group` is absent. */
export function GroupDialog(props: { group?: ItemGroup; onClosed: () => void }) {
  const { t } = useText();
  const { group } = props;
  const [initialIds] = useState<ItemIds>(() => new Set(group ? itemIdsOf(group) : []));
  const [name, setName] = useState(group?.group_name ?? '');
  const [chosen, setChosen] = useState(initialIds);
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  const save = useFormCommand(calls.itemGroup.save, {
    refresh: [calls.itemGroup.getList, calls.item.myList],
    onDone: () => showToast({ kind: 'done', text: t('itemGroup.saved', { group: name.trim() }) }),
  });
  return (
    <FormDialog
      width={WIDTH}
      title={group ? t('itemGroup.edit') : t('itemGroup.add')}
      submit={t('itemGroup.save')}
      fieldErrors={fieldErrors}
      changed={name !== (group?.group_name ?? '') || !isSame(chosen, initialIds)}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() =>
        save.send({ id: group?.id ?? 0, group_name: name, item_ids: [...chosen].join(',') })
      }
      onClosed={props.onClosed}
    >
      <Field label={t('itemGroup.name')} error={fieldErrors.get('name')}>
        <TextInput
          name="group_name"
          value={name}
          onText={setName}
          maxLength={MAX_GROUP_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
      <ItemTable chosen={chosen} onChosen={setChosen} />
    </FormDialog>
  );
}
