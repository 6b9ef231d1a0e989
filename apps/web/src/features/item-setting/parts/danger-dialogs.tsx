import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import type { ItemDetail } from '../item-detail.ts';
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
  const [username, setUsername] = useState('');
  const fieldErrors = useFieldErrors({
    username: username.trim() === '' && t('user.missing'),
  });
  const transfer = useFormCommand(calls.item.attorn, {
    refresh,
    onDone: () => onGone(t('itemSetting.attorned', { ...names, username: username.trim() })),
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
      changed={username !== ''}
      working={transfer.working}
      done={transfer.done}
      error={transfer.otherError('noSuchUser')}
      onSend={() => transfer.send({ item_id: item.item_id, username })}
      onClosed={onClosed}
    >
      <Field label={t('itemSetting.newOwner')} error={fieldErrors.get('username') ?? userError}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
    </FormDialog>
  );
}

export function ArchiveDialog({ item, onGone, onClosed }: DangerDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const archive = useFormCommand(calls.item.archive, {
    refresh,
    onDone: () => onGone(t('itemSetting.archived', names)),
  });
  return (
    <ConfirmDialog
      title={t('itemSetting.archiveTitle', names)}
      confirm={t('itemSetting.archive')}
      working={archive.working}
      done={archive.done}
      error={archive.otherError()}
      onConfirm={() => archive.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {t('itemSetting.archiveText')}
    </ConfirmDialog>
  );
}

interface DeleteDialogProps extends DangerDialogProps {
  size: { pages: number; catalogs: number } | undefined;
}

export function DeleteDialog({ item, size, onGone, onClosed }: DeleteDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const remove = useFormCommand(calls.item.delete, {
    refresh,
    onDone: () => onGone(t('itemSetting.deleted', names)),
  });
  return (
    <ConfirmDialog
      title={t('itemSetting.deleteTitle', names)}
      confirm={t('itemSetting.delete')}
      working={remove.working}
      done={remove.done}
      error={remove.otherError()}
      onConfirm={() => remove.send({ item_id: item.item_id })}
      onClosed={onClosed}
    >
      {size ? t('itemSetting.deleteText', size) : t('itemSetting.deleteTextUnknown')}
    </ConfirmDialog>
  );
}
