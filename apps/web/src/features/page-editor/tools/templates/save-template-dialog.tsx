import { calls } from '@octavo/contract';
import { MAX_TEMPLATE_TITLE_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../../shared/hooks/field-errors.ts';
import { useText } from '../../../../shared/i18n/texts.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../../shared/ui/text-input.tsx';
import { showToast } from '../../../../shared/ui/toast-store.ts';
import { removePlaceholders } from '../../attachments/placeholders.ts';

interface SaveTemplateDialogProps {
  /** The page title, as the suggested template title. */
  title: string;
  text: string;
  onClosed: () => void;
}

export function SaveTemplateDialog({ title: pageTitle, text, onClosed }: SaveTemplateDialogProps) {
  const { t } = useText();
  const [title, setTitle] = useState(pageTitle.slice(0, MAX_TEMPLATE_TITLE_LENGTH));
  const fieldErrors = useFieldErrors({ title: title.trim() === '' && t('user.missing') });
  const save = useFormCommand(calls.template.save, {
    refresh: [calls.template.getList],
    onDone: () =>
      showToast({ kind: 'done', text: t('tools.templateSaved', { title: title.trim() }) }),
  });
  return (
    <FormDialog
      title={t('tools.saveAsTemplate')}
      submit={t('tools.saveTemplate')}
      fieldErrors={fieldErrors}
      changed={title !== pageTitle}
      working={save.working}
      done={save.done}
      error={save.otherError()}
      onSend={() =>
        save.send({ template_title: title, template_content: removePlaceholders(text) })
      }
      onClosed={onClosed}
    >
      <Field label={t('tools.templateTitle')} error={fieldErrors.get('title')}>
        <TextInput
          name="template_title"
          value={title}
          onText={setTitle}
          maxLength={MAX_TEMPLATE_TITLE_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}
