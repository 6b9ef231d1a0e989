import { calls } from '@octavo/contract';
import { MAX_NOTICE_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../api/use-form-command.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { showToast } from '../ui/toast-store.ts';

export function FeedbackDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const [content, setContent] = useState('');
  const fieldErrors = useFieldErrors({ content: content.trim() === '' && t('user.missing') });
  const send = useFormCommand(calls.notice.feedback, {
    onDone: () => showToast({ kind: 'done', text: t('notice.feedbackSent') }),
  });
  return (
    <FormDialog
      title={t('notice.feedbackTitle')}
      submit={t('notice.feedbackSend')}
      fieldErrors={fieldErrors}
      changed={content !== ''}
      working={send.working}
      done={send.done}
      error={send.otherError()}
      onSend={() => send.send({ content })}
      onClosed={onClosed}
    >
      <Field
        label={t('notice.feedbackLabel')}
        help={t('notice.feedbackHelp')}
        error={fieldErrors.get('content')}
      >
        <TextArea
          name="content"
          rows={5}
          maxLength={MAX_NOTICE_LENGTH}
          value={content}
          onText={setContent}
          required
        />
      </Field>
    </FormDialog>
  );
}
