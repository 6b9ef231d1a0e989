import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import {
  MemberAccessFields,
  type MemberAccess,
} from '../../../shared/people/member-access-fields.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { memberQueries, type Member } from '../members.ts';

const WIDTH = 440;

interface ChangeMemberProps {
  itemId: number;
  member: Member;
  onClosed: () => void;
}

export function ChangeMember({ itemId, member, onClosed }: ChangeMemberProps) {
  const { t } = useText();
  const { username, member_group_id, cat_id } = member;
  const [part, setPart] = useState<MemberAccess>({ member_group_id, cat_id });
  const fieldErrors = useFieldErrors({});
  const save = useFormCommand(calls.member.save, {
    refresh: memberQueries,
    onDone: () => showToast({ kind: 'done', text: t('member.saved') }),
  });
  // Omit an unchanged catalog: the server keeps a deleted catalog but does not accept it as a new value.
  const change = part.cat_id === cat_id ? { member_group_id: part.member_group_id } : part;
  return (
    <FormDialog
      width={WIDTH}
      title={t('member.changeTitle', { username })}
      submit={t('member.save')}
      fieldErrors={fieldErrors}
      changed={part.member_group_id !== member_group_id || part.cat_id !== cat_id}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() => save.send({ item_id: itemId, username, ...change })}
      onClosed={onClosed}
    >
      <MemberAccessFields itemId={itemId} access={part} onAccess={setPart} />
    </FormDialog>
  );
}
