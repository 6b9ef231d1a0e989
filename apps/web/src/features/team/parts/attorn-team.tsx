import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useOwnPassword } from '../../../shared/hooks/own-password.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { OwnPasswordFields, passwordRefusals } from '../../../shared/ui/own-password-fields.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';
import type { Team } from '../team.ts';
import styles from './attorn-team.module.css';

export function AttornTeam({ team, onClosed }: { team: Team; onClosed: () => void }) {
  const { t } = useText();
  const names = { team: team.team_name };
  const own = useOwnPassword();
  const [username, setUsername] = useState('');
  const [withItems, setWithItems] = useState(false);
  const problems = useProblems({
    username: username.trim() === '' && t('user.missing'),
    ...own.problems,
  });
  const attorn = useFormCommand(calls.team.attorn, {
    refresh: [calls.team.getList, calls.item.myList, calls.teamItem.getList],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t('team.attorned', { ...names, username: username.trim() }),
      }),
    onRefused: own.onRefused,
  });
  const unknown = attorn.sent?.username === username ? attorn.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('team.attornTitle', names)}
      submit={t('team.attorn')}
      problems={problems}
      changed={username !== '' || own.password !== ''}
      working={attorn.working}
      done={attorn.done}
      error={attorn.otherError('noSuchUser', ...passwordRefusals)}
      onSend={() =>
        attorn.send({ team_id: team.id, username, with_items: withItems, ...own.input })
      }
      onClosed={onClosed}
    >
      <Field label={t('team.newOwner')} error={problems.of('username') ?? unknown}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
      <OwnPasswordFields own={own} problems={problems} command={attorn} />
      <label className={styles.choice}>
        <Checkbox checked={withItems} onChecked={setWithItems} />
        {t('team.withItems')}
      </label>
      <Note kind="info">{t('team.attornTip')}</Note>
    </FormDialog>
  );
}
