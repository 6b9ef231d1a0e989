import { calls } from '@octavo/contract';
import { MAX_NOTICE_LENGTH, MAX_NOTICE_TITLE_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function AnnounceDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const fieldErrors = useFieldErrors({ title: title.trim() === '' && t('user.missing') });
  const announce = useFormCommand(calls.adminNotice.announce, {
    refresh: [calls.adminNotice.getList],
    onDone: () => showToast({ kind: 'done', text: t('admin.announced') }),
  });
  return (
    <FormDialog
      width={500}
      title={t('admin.announce')}
      submit={t('admin.announce')}
      fieldErrors={fieldErrors}
      changed={title !== '' || content !== ''}
      working={announce.working}
      done={announce.done}
      error={announce.otherError()}
      onSend={() => announce.send({ notice_title: title, notice_content: content })}
      onClosed={onClosed}
    >
      <Field label={t('admin.announceTitle')} error={fieldErrors.get('title')}>
        <TextInput
          name="notice_title"
          value={title}
          onText={setTitle}
          maxLength={MAX_NOTICE_TITLE_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
      <Field label={t('admin.announceContent')} optional>
        <TextArea
          name="notice_content"
          rows={5}
          maxLength={MAX_NOTICE_LENGTH}
          value={content}
          onText={setContent}
        />
      </Field>
    </FormDialog>
  );
}
