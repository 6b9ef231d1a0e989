import { calls } from '@octavo/contract';
import { MAX_TEAM_NAME_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { Team } from './team-table.tsx';

const WIDTH = 300;

/** Renames a team; creates a new one when `team` is absent. */
export function TeamDialog({ team, onClosed }: { team?: Team; onClosed: () => void }) {
  const { t } = useText();
  const [name, setName] = useState(team?.team_name ?? '');
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  const save = useFormCommand(calls.team.save, {
    refresh: [calls.team.getList, calls.teamItem.getList],
    onDone: () => showToast({ kind: 'done', text: t('team.saved', { team: name.trim() }) }),
  });
  return (
    <FormDialog
      width={WIDTH}
      title={team ? t('team.rename') : t('team.add')}
      submit={t('team.save')}
      fieldErrors={fieldErrors}
      changed={name !== (team?.team_name ?? '')}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ id: team?.id ?? 0, team_name: name })}
      onClosed={onClosed}
    >
      <Field label={t('team.name')} error={fieldErrors.get('name')}>
        <TextInput
          name="team_name"
          value={name}
          onText={setName}
          maxLength={MAX_TEAM_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}
