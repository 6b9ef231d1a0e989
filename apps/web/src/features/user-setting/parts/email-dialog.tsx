import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useRef } from 'react';
import { isRefusal, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { isEmail } from '../../../shared/hooks/email.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useLateCaptcha } from '../../../shared/hooks/late-captcha.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { LateCaptchaField } from '../../../shared/ui/late-captcha-field.tsx';
import { PasswordInput, TextInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function EmailDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [fields, set] = useFields({ email: '', password: '' });
  const password = useRef<HTMLInputElement>(null);
  const captcha = useLateCaptcha();
  const isBound =
    account.email_verify > 0 && account.email.toLowerCase() === fields.email.trim().toLowerCase();

  const problems = useProblems({
    email: isEmail(fields.email) ? isBound && t('userSetting.emailSame') : t('user.emailInvalid'),
    password: fields.password === '' && t('user.missing'),
    v_code: captcha.problem,
  });
  const update = useFormCommand(calls.user.updateEmail, {
    refresh: [calls.user.info],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.mailSent') }),
    onRefused: (error) => {
      captcha.onRefused(error);
      if (isRefusal(error, 'wrongPassword', 'captchaNeeded')) password.current?.select();
    },
  });

  const refused =
    update.sent?.password === fields.password ? update.errorOf('wrongPassword') : undefined;
  return (
    <FormDialog
      title={account.email === '' ? t('userSetting.bindTitle') : t('userSetting.changeTitle')}
      help={t('userSetting.emailHelp')}
      submit={t('userSetting.sendConfirmation')}
      problems={problems}
      changed={Object.values(fields).some(Boolean)}
      working={update.working}
      done={update.done}
      error={update.otherError('wrongPassword', 'captchaWrong')}
      onSend={() => update.send({ ...fields, ...captcha.input })}
      onClosed={onClosed}
    >
      <Field label={t('userSetting.email')} error={problems.of('email')}>
        <TextInput
          type="email"
          name="email"
          value={fields.email}
          onText={set('email')}
          onBlur={() => fields.email !== '' && problems.tell('email')}
          autoComplete="email"
          maxLength={254}
          required
        />
      </Field>
      <Field label={t('userSetting.loginPassword')} error={problems.of('password') ?? refused}>
        <PasswordInput
          ref={password}
          name="password"
          value={fields.password}
          onText={set('password')}
          autoComplete="current-password"
          required
        />
      </Field>
      <LateCaptchaField
        captcha={captcha}
        error={captcha.errorOf(update) ?? problems.of('v_code')}
      />
    </FormDialog>
  );
}
