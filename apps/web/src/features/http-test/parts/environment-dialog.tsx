import { useState } from 'react';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import type { Environment } from '../http-request.ts';

interface EnvironmentDialogProps {
  /** Absent for a new environment. */
  environment?: Environment | undefined;
  onSave: (environment: Environment) => void;
  onClosed: () => void;
}

export function EnvironmentDialog({ environment, onSave, onClosed }: EnvironmentDialogProps) {
  const { t } = useText();
  const [name, setName] = useState(environment?.name ?? '');
  const [variables, setVariables] = useState(environment?.variables ?? '');
  const [done, setDone] = useState(false);
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  return (
    <FormDialog
      title={t('httpTest.environment')}
      help={t('httpTest.keptHere')}
      width={500}
      submit={t('httpTest.save')}
      fieldErrors={fieldErrors}
      changed={name !== (environment?.name ?? '') || variables !== (environment?.variables ?? '')}
      working={false}
      done={done}
      error={undefined}
      onSend={() => {
        onSave({ name: name.trim(), variables });
        setDone(true);
      }}
      onClosed={onClosed}
    >
      <Field label={t('httpTest.environmentName')} error={fieldErrors.get('name')}>
        <TextInput name="name" value={name} onText={setName} maxLength={40} autoComplete="off" />
      </Field>
      <Field
        label={t('httpTest.variables')}
        help={t('httpTest.variablesHelp', { example: '{{name}}' })}
      >
        <TextArea rows={6} value={variables} spellCheck={false} onText={setVariables} />
      </Field>
    </FormDialog>
  );
}
