import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

interface DeleteUserProps {
  user: AdminUserRow;
  /** The account no longer exists. */
  onDeleted: () => void;
  onClosed: () => void;
}

/** Shows what the user owns and asks for the new owner. */
export function DeleteUser({ user, onDeleted, onClosed }: DeleteUserProps) {
  const { t } = useText();
  const { uid, username } = user;
  const { data: belongings } = useCall(calls.adminUser.getBelongings, { uid }, { staleTime: 0 });
  const requiresNewOwner =
    belongings !== undefined && belongings.item_count + belongings.team_count > 0;
  const [newOwner, setNewOwner] = useState('');
  const fieldErrors = useFieldErrors({
    newOwner: requiresNewOwner && newOwner.trim() === '' && t('user.missing'),
  });
  const remove = useFormCommand(calls.adminUser.deleteUser, {
    refresh: [calls.adminUser.getList, calls.adminItem.getList],
    onDone: () => {
      showToast({ kind: 'done', text: t('adminUser.deleted', { username }) });
      onDeleted();
    },
  });
  const userError =
    remove.sent?.to_username === newOwner ? remove.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('adminUser.deleteTitle', { username })}
      help={t('adminUser.deleteText')}
      submit={t('adminUser.deleteAction')}
      fieldErrors={fieldErrors}
      changed={newOwner !== ''}
      working={remove.working || belongings === undefined}
      done={remove.done}
      error={remove.otherError('noSuchUser')}
      onSend={() => remove.send({ uid, to_username: requiresNewOwner ? newOwner : '' })}
      onClosed={onClosed}
    >
      {belongings && belongings.file_count > 0 && (
        <Note kind="info">{t('adminUser.deleteFiles', { files: belongings.file_count })}</Note>
      )}
      {requiresNewOwner && (
        <>
          <Note kind="warning">
            {t('adminUser.deleteOwns', {
              items: belongings.item_count,
              teams: belongings.team_count,
            })}
          </Note>
          <Field label={t('adminUser.newOwner')} error={fieldErrors.get('newOwner') ?? userError}>
            <UsernameInput name="to_username" value={newOwner} onText={setNewOwner} required />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
