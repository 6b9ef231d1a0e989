import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { MAX_TOKEN_NAME_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';

interface NewScimTokenProps {
  onCreated: (created: CallResponse<typeof calls.adminScim.createToken>) => void;
  onClosed: () => void;
}

export function NewScimToken({ onCreated, onClosed }: NewScimTokenProps) {
  const { t } = useText();
  const [name, setName] = useState('');
  const fieldErrors = useFieldErrors({ name: name.trim() === '' && t('user.missing') });
  const create = useFormCommand(calls.adminScim.createToken, {
    refresh: [calls.adminScim.loadConfig],
    onDone: onCreated,
  });
  return (
    <FormDialog
      width={480}
      title={t('adminScim.newToken')}
      help={t('accessToken.newHelp')}
      submit={t('accessToken.create')}
      fieldErrors={fieldErrors}
      changed={name !== ''}
      working={create.working}
      cancellable={!create.working}
      done={create.done}
      error={create.otherError()}
      onSend={() => create.send({ name })}
      onClosed={onClosed}
    >
      <Field
        label={t('accessToken.name')}
        help={t('adminScim.nameHelp')}
        error={fieldErrors.get('name')}
      >
        <TextInput
          name="name"
          value={name}
          onText={setName}
          maxLength={MAX_TOKEN_NAME_LENGTH}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}
