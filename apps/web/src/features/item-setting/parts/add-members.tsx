import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { PartFields, type Part } from '../../../shared/people/part-fields.tsx';
import { PeopleSelect } from '../../../shared/people/people-select.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { afterMembers } from '../after-members.ts';

const WIDTH = 440;

export function AddMembers({ itemId, onClosed }: { itemId: number; onClosed: () => void }) {
  const { t } = useText();
  const [people, setPeople] = useState<string[]>([]);
  const [part, setPart] = useState<Part>({ member_group_id: 0, cat_id: 0 });
  const problems = useProblems({ people: people.length === 0 && t('member.pickUsers') });
  const save = useFormCommand(calls.member.save, {
    refresh: afterMembers,
    onDone: () => showToast({ kind: 'done', text: t('member.wereAdded') }),
  });
  return (
    <FormDialog
      width={WIDTH}
      title={t('member.addTitle')}
      submit={t('member.addAction')}
      problems={problems}
      changed={people.length > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ item_id: itemId, username: people, ...part })}
      onClosed={onClosed}
    >
      <Field label={t('member.users')} help={t('member.usersHelp')} error={problems.of('people')}>
        <PeopleSelect except={{ except_item_id: itemId }} value={people} onValue={setPeople} />
      </Field>
      <PartFields itemId={itemId} part={part} onPart={setPart} />
    </FormDialog>
  );
}
