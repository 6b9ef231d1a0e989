import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { LinkedTeam } from '../members.ts';

const WIDTH = 440;

interface LinkTeamProps {
  itemId: number;
  linked: readonly LinkedTeam[];
  onClosed: () => void;
}

export function LinkTeam({ itemId, linked, onClosed }: LinkTeamProps) {
  const { t } = useText();
  const { data = [], isPending } = useCall(calls.team.getList, {});
  const [chosen, setChosen] = useState<number>();
  const fieldErrors = useFieldErrors({ team: chosen === undefined && t('member.pickTeam') });
  const free = data.filter(({ id }) => !linked.some(({ team_id }) => team_id === id));
  const save = useFormCommand(calls.teamItem.save, {
    refresh: [calls.teamItem.getList, calls.team.getList, calls.item.explainAccess],
    onDone: () => {
      const team = free.find(({ id }) => id === chosen)?.team_name ?? '';
      showToast({ kind: 'done', text: t('member.linked', { team }) });
    },
  });
  return (
    <FormDialog
      width={WIDTH}
      title={t('member.linkTitle')}
      help={t('member.linkHelp')}
      submit={t('member.linkAction')}
      fieldErrors={fieldErrors}
      changed={false}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => chosen && save.send({ team_id: chosen, item_id: itemId })}
      onClosed={onClosed}
    >
      <Field
        label={t('member.team')}
        help={<Link to={paths.teams.href()}>{t('team.title')}</Link>}
        error={fieldErrors.get('team')}
      >
        <SelectInput
          options={free.map(({ id, team_name }) => ({ value: id, name: team_name }))}
          value={chosen}
          onValue={setChosen}
          placeholder={t('member.pickTeam')}
          emptyText={t('member.noOwnTeam')}
          loading={isPending}
        />
      </Field>
    </FormDialog>
  );
}
