import { calls } from '@octavo/contract';
import type { AdminUserRow } from '@octavo/contract/admin.entities';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

/** Shows what the user owns and asks for the new owner. */
export function DeleteUser({ user, onClosed }: { user: AdminUserRow; onClosed: () => void }) {
  const { t } = useText();
  const { uid, username } = user;
  const { data: owned } = useCall(calls.adminUser.getBelongings, { uid }, { staleTime: 0 });
  const needsHeir = owned !== undefined && owned.item_count + owned.team_count > 0;
  const [heir, setHeir] = useState('');
  const problems = useProblems({ heir: needsHeir && heir.trim() === '' && t('user.missing') });
  const remove = useFormCommand(calls.adminUser.deleteUser, {
    refresh: [calls.adminUser.getList, calls.adminItem.getList],
    onDone: () => showToast({ kind: 'done', text: t('adminUser.deleted', { username }) }),
  });
  const unknown = remove.sent?.to_username === heir ? remove.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('adminUser.deleteTitle', { username })}
      help={t('adminUser.deleteText')}
      submit={t('adminUser.deleteAction')}
      problems={problems}
      changed={heir !== ''}
      working={remove.working || owned === undefined}
      done={remove.done}
      error={remove.otherError('noSuchUser')}
      onSend={() => remove.send({ uid, to_username: needsHeir ? heir : '' })}
      onClosed={onClosed}
    >
      {owned && owned.file_count > 0 && (
        <Note kind="info">{t('adminUser.deleteFiles', { files: owned.file_count })}</Note>
      )}
      {needsHeir && (
        <>
          <Note kind="warning">
            {t('adminUser.deleteOwns', { items: owned.item_count, teams: owned.team_count })}
          </Note>
          <Field label={t('adminUser.heir')} error={problems.of('heir') ?? unknown}>
            <UsernameInput name="to_username" value={heir} onText={setHeir} required />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
