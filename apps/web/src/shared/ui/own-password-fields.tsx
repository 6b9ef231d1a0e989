import type { ErrorName } from '@octavo/contract/errors';
import type { Problems } from '../hooks/problems.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import { LateCaptchaField } from './late-captcha-field.tsx';
import { ProveAgain } from './prove-again.tsx';
import { PasswordInput } from './text-input.tsx';
import type { OwnPassword } from '../hooks/own-password.ts';

/** Server errors that these fields show themselves. */
export const passwordRefusals = ['wrongPassword', 'captchaWrong'] as const;

interface OwnPasswordFieldsProps {
  own: OwnPassword;
  problems: Pick<Problems<'password' | 'v_code'>, 'of'>;
  command: {
    readonly sent: { readonly password: string; readonly v_code?: string | undefined } | undefined;
    readonly errorOf: (...names: ErrorName[]) => string | undefined;
  };
}

export function OwnPasswordFields({ own, problems, command }: OwnPasswordFieldsProps) {
  const { t } = useText();
  const { password, setPassword, field, captcha } = own;
  const refused =
    command.sent?.password === password ? command.errorOf('wrongPassword') : undefined;
  if (own.byLogin) return <ProveAgain fresh={own.isFresh} />;
  return (
    <>
      <Field label={t('itemSetting.loginPassword')} error={problems.of('password') ?? refused}>
        <PasswordInput
          ref={field}
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
      </Field>
      <LateCaptchaField
        captcha={captcha}
        error={captcha.errorOf(command) ?? problems.of('v_code')}
      />
    </>
  );
}
