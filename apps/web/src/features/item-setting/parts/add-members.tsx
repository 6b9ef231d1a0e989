import { calls } from '@octavo/contract';
import { READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import {
  MemberAccessFields,
  type MemberAccess,
} from '../../../shared/people/member-access-fields.tsx';
import { PeopleSelect } from '../../../shared/people/people-select.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { memberQueries } from '../members.ts';

const WIDTH = 440;

export function AddMembers({ itemId, onClosed }: { itemId: number; onClosed: () => void }) {
  const { t } = useText();
  const [people, setPeople] = useState<string[]>([]);
  const [part, setPart] = useState<MemberAccess>({ member_group_id: READ_ONLY_GROUP, cat_id: 0 });
  const fieldErrors = useFieldErrors({ people: people.length === 0 && t('member.pickUsers') });
  const save = useFormCommand(calls.member.save, {
    refresh: memberQueries,
    onDone: () => showToast({ kind: 'done', text: t('member.wereAdded') }),
  });
  return (
    <FormDialog
      width={WIDTH}
      title={t('member.addTitle')}
      submit={t('member.addAction')}
      fieldErrors={fieldErrors}
      changed={people.length > 0}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ item_id: itemId, username: people, ...part })}
      onClosed={onClosed}
    >
      <Field
        label={t('member.users')}
        help={t('member.usersHelp')}
        error={fieldErrors.get('people')}
      >
        <PeopleSelect except={{ except_item_id: itemId }} onValue={setPeople} />
      </Field>
      <MemberAccessFields itemId={itemId} access={part} onAccess={setPart} />
    </FormDialog>
  );
}
