import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { PeopleSelect } from '../../../shared/people/people-select.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

const WIDTH = 440;

interface AddTeamMembersProps {
  teamId: number;
  teamName: string;
  onClosed: () => void;
}

export function AddTeamMembers({ teamId, teamName, onClosed }: AddTeamMembersProps) {
  const { t } = useText();
  const [people, setPeople] = useState<string[]>([]);
  const fieldErrors = useFieldErrors({ people: people.length === 0 && t('member.pickUsers') });
  const save = useFormCommand(calls.teamMember.save, {
    refresh: [
      calls.teamMember.getList,
      calls.teamItemMember.getList,
      calls.team.getList,
      calls.user.allUser,
    ],
    onDone: () => showToast({ kind: 'done', text: t('team.addedMembers') }),
  });
  return (
    <FormDialog
      width={WIDTH}
      title={t('member.addTitle')}
      help={teamName}
      submit={t('member.addAction')}
      fieldErrors={fieldErrors}
      changed={people.length > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ team_id: teamId, member_username: people })}
      onClosed={onClosed}
    >
      <Field
        label={t('member.users')}
        help={t('member.usersHelp')}
        error={fieldErrors.get('people')}
      >
        <PeopleSelect except={{ except_team_id: teamId }} onValue={setPeople} />
      </Field>
    </FormDialog>
  );
}
