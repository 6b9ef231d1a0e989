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
import type { AddMappingDialog, GroupMapping } from './group-mappings.tsx';
import { ROLES } from './run-texts.ts';

type FoundGroup = Pick<GroupMapping, 'group' | 'group_name' | 'people'>;

interface AddMappingProps extends AddMappingDialog {
  groupLabel: string;
  roles?: readonly (typeof ROLES)[number][];
  /** The groups that match the last word. */
  groups: {
    readonly found: readonly FoundGroup[];
    readonly loading: boolean;
    readonly error: Error | null;
  };
  onGroupWord: (word: string) => void;
}

/** Chooses a group, a team and a role. The mapping is saved with the form. */
export function AddMapping(props: AddMappingProps) {
  const { groupLabel, roles = ROLES, groups, onGroupWord, isKnown, onAdd, onClosed } = props;
  const { t } = useText();
  const errorText = useErrorText();
  const [teamWord, setTeamWord] = useState('');
  const [group, setGroup] = useState<FoundGroup>();
  const [team, setTeam] = useState({ id: 0, team_name: '' });
  const [groupid, setGroupid] = useState<number>(USER_GROUP);
  const [isDone, setDone] = useState(false);
  const teams = useCall(
    calls.adminDirectory.listTeams,
    { word: teamWord },
    { silent: true, placeholderData: keepPreviousData },
  );
  const fieldErrors = useFieldErrors({ group: group === undefined && t('user.missing') });
  const noTeam = { value: 0, name: t('adminDirectory.noTeam') };
  const found = teams.data ?? [];
  const isChosenFound = team.id === 0 || found.some(({ id }) => id === team.id);
  const isGroupFound = !group || groups.found.some((each) => each.group === group.group);
  const choices = isGroupFound ? groups.found : [group, ...groups.found];
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
        if (!group) return;
        const { id: team_id, team_name } = team;
        const mapping = { ...group, team_id, team_name, groupid };
        if (!isKnown(mapping)) onAdd(mapping);
        setDone(true);
      }}
      onClosed={onClosed}
    >
      <Field label={groupLabel} error={fieldErrors.get('group')}>
        <SelectInput
          value={group?.group}
          onValue={(id) => setGroup(choices.find((each) => each.group === id))}
          onSearch={onGroupWord}
          loading={groups.loading}
          emptyText={t('adminDirectory.noGroup')}
          options={choices.map((each) => ({ value: each.group, name: each.group_name }))}
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
          options={roles.map((role) => ({ value: role.groupid, name: t(role.text) }))}
        />
      </Field>
    </FormDialog>
  );
}
