import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';

/** A version with a comment is kept for good. */
export function CommentDialog(props: { version: PageVersion; onClosed: () => void }) {
  const { page_id, page_history_id, page_comments } = props.version;
  const { t } = useText();
  const [comment, setComment] = useState(page_comments);
  const problems = useProblems({});
  const command = useFormCommand(calls.page.updateHistoryComments, {
    refresh: [calls.page.history],
  });
  return (
    <FormDialog
      title={t('editor.editComment')}
      help={t('editor.commentHelp')}
      submit={t('editor.saveComment')}
      problems={problems}
      changed={comment !== page_comments}
      working={command.working}
      done={command.done}
      error={command.otherError()}
      onSend={() => command.send({ page_id, page_history_id, page_comments: comment })}
      onClosed={props.onClosed}
    >
      <Field label={t('editor.comment')}>
        <TextInput value={comment} onText={setComment} maxLength={200} />
      </Field>
    </FormDialog>
  );
}
