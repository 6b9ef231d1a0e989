import { calls } from '@octavo/contract';
import { USER_GROUP } from '@octavo/contract/user-group';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import type { DraftMapping } from './directory-draft.ts';
import { ROLES } from './run-texts.ts';

interface AddMappingProps {
  isKnown: (mapping: DraftMapping) => boolean;
  onAdd: (mapping: DraftMapping) => void;
  onClosed: () => void;
}

/** Chooses a group of the directory, a team and a role. The mapping is saved with the form. */
export function AddMapping({ isKnown, onAdd, onClosed }: AddMappingProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const [groupWord, setGroupWord] = useState('');
  const [teamWord, setTeamWord] = useState('');
  const [group, setGroup] = useState<string>();
  const [team, setTeam] = useState({ id: 0, team_name: '' });
  const [groupid, setGroupid] = useState<number>(USER_GROUP);
  const [isDone, setDone] = useState(false);
  const options = { silent: true, placeholderData: keepPreviousData };
  const groups = useCall(calls.adminDirectory.listGroups, { word: groupWord }, options);
  const teams = useCall(calls.adminDirectory.listTeams, { word: teamWord }, options);
  const fieldErrors = useFieldErrors({ group: group === undefined && t('user.missing') });
  const noTeam = { value: 0, name: t('adminDirectory.noTeam') };
  const found = teams.data ?? [];
  const isChosenFound = team.id === 0 || found.some(({ id }) => id === team.id);
  return (
    <FormDialog
      title={t('adminDirectory.addMapping')}
      width={480}
      submit={t('adminDirectory.addMapping')}
      fieldErrors={fieldErrors}
      changed={group !== undefined}
      working={false}
      done={isDone}
      error={groups.error ? errorText(groups.error) : undefined}
      onSend={() => {
        const { id: team_id, team_name } = team;
        const mapping = { group_dn: group ?? '', team_id, team_name, groupid, people: null };
        if (!isKnown(mapping)) onAdd(mapping);
        setDone(true);
      }}
      onClosed={onClosed}
    >
      <Field label={t('adminDirectory.group')} error={fieldErrors.get('group')}>
        <SelectInput
          value={group}
          onValue={setGroup}
          onSearch={setGroupWord}
          loading={groups.isFetching}
          emptyText={t('adminDirectory.noGroup')}
          options={(groups.data ?? []).map(({ group_dn }) => ({ value: group_dn, name: group_dn }))}
        />
      </Field>
      <Field label={t('adminDirectory.team')}>
        <SelectInput
          value={team.id}
          onValue={(id) =>
            setTeam(found.find((each) => each.id === id) ?? { id: 0, team_name: '' })
          }
          onSearch={setTeamWord}
          loading={teams.isFetching}
          emptyText={t('adminDirectory.noTeamFound')}
          options={[
            noTeam,
            ...(isChosenFound ? [] : [{ value: team.id, name: team.team_name }]),
            ...found.map(({ id, team_name, owner }) => ({
              value: id,
              name: t('adminDirectory.teamOf', { team: team_name, owner }),
            })),
          ]}
        />
      </Field>
      <Field label={t('adminDirectory.role')} help={t('adminDirectory.roleHelp')}>
        <SelectInput
          value={groupid}
          onValue={setGroupid}
          options={ROLES.map((role) => ({ value: role.groupid, name: t(role.text) }))}
        />
      </Field>
    </FormDialog>
  );
}
