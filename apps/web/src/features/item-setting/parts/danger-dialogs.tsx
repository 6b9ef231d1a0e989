import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { useOwnPassword } from '../../../shared/hooks/own-password.ts';
import { OwnPasswordFields, passwordRefusals } from '../../../shared/ui/own-password-fields.tsx';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

interface DangerDialogProps {
  item: ItemDetail;
  /** Called with the success message. */
  onGone: (news: string) => void;
  onClosed: () => void;
}

const refresh = [calls.item.myList];

export function AttornDialog({ item, onGone, onClosed }: DangerDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = useOwnPassword();
  const [username, setUsername] = useState('');
  const problems = useProblems({
    username: username.trim() === '' && t('user.missing'),
    ...own.problems,
  });
  const attorn = useFormCommand(calls.item.attorn, {
    refresh,
    onDone: () => onGone(t('itemSetting.attorned', { ...names, username: username.trim() })),
    onRefused: own.onRefused,
  });
  const unknown = attorn.sent?.username === username ? attorn.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('itemSetting.attornTitle', names)}
      help={t('itemSetting.attornText')}
      submit={t('itemSetting.attorn')}
      problems={problems}
      changed={username !== '' || own.password !== ''}
      working={attorn.working}
      done={attorn.done}
      error={attorn.otherError('noSuchUser', ...passwordRefusals)}
      onSend={() => attorn.send({ item_id: item.item_id, username, ...own.input })}
      onClosed={onClosed}
    >
      <Field label={t('itemSetting.newOwner')} error={problems.of('username') ?? unknown}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
      <OwnPasswordFields own={own} problems={problems} command={attorn} />
    </FormDialog>
  );
}

export function ArchiveDialog({ item, onGone, onClosed }: DangerDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const archive = useFormCommand(calls.item.archive, {
    refresh,
    onDone: () => onGone(t('itemSetting.archived', names)),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      danger
      title={t('itemSetting.archiveTitle', names)}
      help={t('itemSetting.archiveText')}
      submit={t('itemSetting.archive')}
      problems={problems}
      changed={own.password !== ''}
      working={archive.working}
      done={archive.done}
      error={archive.otherError(...passwordRefusals)}
      onSend={() => archive.send({ item_id: item.item_id, ...own.input })}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={archive} />
    </FormDialog>
  );
}

interface DeleteDialogProps extends DangerDialogProps {
  size: { pages: number; catalogs: number } | undefined;
}

export function DeleteDialog({ item, size, onGone, onClosed }: DeleteDialogProps) {
  const { t } = useText();
  const names = { item: item.item_name };
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const remove = useFormCommand(calls.item.delete, {
    refresh,
    onDone: () => onGone(t('itemSetting.deleted', names)),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      danger
      title={t('itemSetting.deleteTitle', names)}
      help={size ? t('itemSetting.deleteText', size) : t('itemSetting.deleteTextUnknown')}
      submit={t('itemSetting.delete')}
      problems={problems}
      changed={own.password !== ''}
      working={remove.working}
      done={remove.done}
      error={remove.otherError(...passwordRefusals)}
      onSend={() => remove.send({ item_id: item.item_id, ...own.input })}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={remove} />
    </FormDialog>
  );
}
