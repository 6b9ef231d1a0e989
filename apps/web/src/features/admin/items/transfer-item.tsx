import { calls } from '@octavo/contract';
import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

export function TransferItem({ item, onClosed }: { item: AdminItemRow; onClosed: () => void }) {
  const { t } = useText();
  const names = { item: item.item_name };
  const [username, setUsername] = useState('');
  const fieldErrors = useFieldErrors({ username: username.trim() === '' && t('user.missing') });
  const transfer = useFormCommand(calls.adminItem.attorn, {
    refresh: [calls.adminItem.getList, calls.item.myList],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t('adminItem.attorned', { ...names, username: username.trim() }),
      }),
  });
  const userError =
    transfer.sent?.username === username ? transfer.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('adminItem.attornTitle', names)}
      help={t('adminItem.attornText')}
      submit={t('adminItem.attornAction')}
      fieldErrors={fieldErrors}
      changed={username !== ''}
      working={transfer.working}
      done={transfer.done}
      error={transfer.otherError('noSuchUser')}
      onSend={() => transfer.send({ item_id: item.item_id, username })}
      onClosed={onClosed}
    >
      <Field label={t('adminItem.newOwner')} error={fieldErrors.get('username') ?? userError}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
    </FormDialog>
  );
}
