import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { MAX_EMAIL_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { isEmail, useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function EmailDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const isBound =
    account.email_verify > 0 && account.email.toLowerCase() === email.trim().toLowerCase();

  const fieldErrors = useFieldErrors({
    email: isEmail(email) ? isBound && t('userSetting.emailSame') : t('user.emailInvalid'),
  });
  const update = useFormCommand(calls.user.updateEmail, {
    refresh: [calls.user.info],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.mailSent') }),
  });

  return (
    <FormDialog
      title={account.email === '' ? t('userSetting.bindTitle') : t('userSetting.changeTitle')}
      help={t('userSetting.emailHelp')}
      submit={t('userSetting.sendConfirmation')}
      fieldErrors={fieldErrors}
      changed={email !== ''}
      working={update.working}
      done={update.done}
      error={update.otherError()}
      onSend={() => update.send({ email })}
      onClosed={onClosed}
    >
      <Field label={t('userSetting.email')} error={fieldErrors.get('email')}>
        <TextInput
          type="email"
          name="email"
          value={email}
          onText={setEmail}
          onBlur={() => email !== '' && fieldErrors.touch('email')}
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          required
        />
      </Field>
    </FormDialog>
  );
}
