import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { isEmail } from '../../../shared/hooks/email.ts';
import { useOwnPassword } from '../../../shared/hooks/own-password.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { OwnPasswordFields, passwordRefusals } from '../../../shared/ui/own-password-fields.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function EmailDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const own = useOwnPassword();
  const isBound =
    account.email_verify > 0 && account.email.toLowerCase() === email.trim().toLowerCase();

  const problems = useProblems({
    email: isEmail(email) ? isBound && t('userSetting.emailSame') : t('user.emailInvalid'),
    ...own.problems,
  });
  const update = useFormCommand(calls.user.updateEmail, {
    refresh: [calls.user.info],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.mailSent') }),
    onRefused: own.onRefused,
  });

  return (
    <FormDialog
      title={account.email === '' ? t('userSetting.bindTitle') : t('userSetting.changeTitle')}
      help={t('userSetting.emailHelp')}
      submit={t('userSetting.sendConfirmation')}
      problems={problems}
      changed={email !== '' || own.password !== ''}
      working={update.working}
      done={update.done}
      error={update.otherError(...passwordRefusals)}
      onSend={() => update.send({ email, ...own.input })}
      onClosed={onClosed}
    >
      <Field label={t('userSetting.email')} error={problems.of('email')}>
        <TextInput
          type="email"
          name="email"
          value={email}
          onText={setEmail}
          onBlur={() => email !== '' && problems.tell('email')}
          autoComplete="email"
          maxLength={254}
          required
        />
      </Field>
      <OwnPasswordFields own={own} problems={problems} command={update} />
    </FormDialog>
  );
}
