import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';
import type { Team } from './team-table.tsx';
import styles from './transfer-team.module.css';

export function TransferTeam({ team, onClosed }: { team: Team; onClosed: () => void }) {
  const { t } = useText();
  const names = { team: team.team_name };
  const [username, setUsername] = useState('');
  const [withItems, setWithItems] = useState(false);
  const fieldErrors = useFieldErrors({
    username: username.trim() === '' && t('user.missing'),
  });
  const transfer = useFormCommand(calls.team.attorn, {
    refresh: [calls.team.getList, calls.item.myList, calls.teamItem.getList],
    onDone: () =>
      showToast({
        kind: 'done',
        text: t('team.attorned', { ...names, username: username.trim() }),
      }),
  });
  const userError =
    transfer.sent?.username === username ? transfer.errorOf('noSuchUser') : undefined;
  return (
    <FormDialog
      danger
      title={t('team.attornTitle', names)}
      submit={t('team.attorn')}
      fieldErrors={fieldErrors}
      changed={username !== ''}
      working={transfer.working}
      done={transfer.done}
      error={transfer.otherError('noSuchUser')}
      onSend={() => transfer.send({ team_id: team.id, username, with_items: withItems })}
      onClosed={onClosed}
    >
      <Field label={t('team.newOwner')} error={fieldErrors.get('username') ?? userError}>
        <UsernameInput name="new_owner" value={username} onText={setUsername} required />
      </Field>
      <label className={styles.choice}>
        <Checkbox checked={withItems} onChecked={setWithItems} />
        {t('team.withItems')}
      </label>
      <Note kind="info">{t('team.attornTip')}</Note>
    </FormDialog>
  );
}
