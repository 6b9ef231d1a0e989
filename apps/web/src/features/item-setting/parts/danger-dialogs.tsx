import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { usePasswordConfirmation } from '../../../shared/hooks/password-confirmation.ts';
import {
  PasswordConfirmationFields,
  passwordErrorNames,
} from '../../../shared/ui/password-confirmation-fields.tsx';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

interface DangerDialogProps {
  item: ItemDetail;
  /** Called with the success message. */
  onGone: (message: string) => void;
  onClosed: () => void;
}

const refresh = [calls.item.myList];

export function TransferDialog({ item, onGone, onClosed }: DangerDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = usePasswordConfirmation();
  const [username, setUsername] = useState('');
  const fieldErrors = useFieldErrors({
    username: username.trim() === '' && t('user.missing'),
    ...own.fieldErrors,
  });
  const transfer = useFormCommand(calls.item.attorn, {
    refresh,
    onDone: () => onGone(t('itemSetting.attorned', { ...names, username: username.trim() })),
    onRejected: own.onRejected,
  });
  const userError =
    transfer.sent?.username === username ? transfer.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('itemSetting.attornTitle', names)}
      help={t('itemSetting.attornText')}
      submit={t('itemSetting.attorn')}
      fieldErrors={fieldErrors}
      changed={username !== '' || own.password !== ''}
      working={transfer.working}
      done={transfer.done}
      error={transfer.otherError('noSuchUser', ...passwordErrorNames)}
      onSend={() => transfer.send({ item_id: item.item_id, username, ...own.input })}
      onClosed={onClosed}
    >
      <Field label={t('itemSetting.newOwner')} error={fieldErrors.get('username') ?? userError}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
      <PasswordConfirmationFields confirmation={own} fieldErrors={fieldErrors} command={transfer} />
    </FormDialog>
  );
}

export function ArchiveDialog({ item, onGone, onClosed }: DangerDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = usePasswordConfirmation();
  const fieldErrors = useFieldErrors(own.fieldErrors);
  const archive = useFormCommand(calls.item.archive, {
    refresh,
    onDone: () => onGone(t('itemSetting.archived', names)),
    onRejected: own.onRejected,
  });
  return (
    <FormDialog
      danger
      title={t('itemSetting.archiveTitle', names)}
      help={t('itemSetting.archiveText')}
      submit={t('itemSetting.archive')}
      fieldErrors={fieldErrors}
      changed={own.password !== ''}
      working={archive.working}
      done={archive.done}
      error={archive.otherError(...passwordErrorNames)}
      onSend={() => archive.send({ item_id: item.item_id, ...own.input })}
      onClosed={onClosed}
    >
      <PasswordConfirmationFields confirmation={own} fieldErrors={fieldErrors} command={archive} />
    </FormDialog>
  );
}

interface DeleteDialogProps extends DangerDialogProps {
  size: { pages: number; catalogs: number } | undefined;
}

export function DeleteDialog({ item, size, onGone, onClosed }: DeleteDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = usePasswordConfirmation();
  const fieldErrors = useFieldErrors(own.fieldErrors);
  const remove = useFormCommand(calls.item.delete, {
    refresh,
    onDone: () => onGone(t('itemSetting.deleted', names)),
    onRejected: own.onRejected,
  });
  return (
    <FormDialog
      danger
      title={t('itemSetting.deleteTitle', names)}
      help={size ? t('itemSetting.deleteText', size) : t('itemSetting.deleteTextUnknown')}
      submit={t('itemSetting.delete')}
      fieldErrors={fieldErrors}
      changed={own.password !== ''}
      working={remove.working}
      done={remove.done}
      error={remove.otherError(...passwordErrorNames)}
      onSend={() => remove.send({ item_id: item.item_id, ...own.input })}
      onClosed={onClosed}
    >
      <PasswordConfirmationFields confirmation={own} fieldErrors={fieldErrors} command={remove} />
    </FormDialog>
  );
}
