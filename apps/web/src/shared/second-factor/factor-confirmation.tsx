import { calls } from '@octavo/contract';
import type { ErrorName } from '@octavo/contract/errors';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { hasErrorName } from '../api/use-form-command.ts';
import type { FieldErrors } from '../hooks/field-errors.ts';
import { usePasswordConfirmation } from '../hooks/password-confirmation.ts';
import { useText } from '../i18n/texts.tsx';
import { ConditionalCaptchaField } from '../ui/conditional-captcha-field.tsx';
import { Field } from '../ui/field.tsx';
import {
  passwordErrorNames,
  PasswordConfirmationFields,
} from '../ui/password-confirmation-fields.tsx';
import { CodeInput } from './code-input.tsx';

/** Server errors that these fields show themselves. */
export const confirmationErrorNames = [...passwordErrorNames, 'factorCodeWrong'] as const;

/** The second factor that confirms an action, or the password of an account without one. */
export function useFactorConfirmation() {
  const { t } = useText();
  const password = usePasswordConfirmation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { data: verification } = useCall(calls.user.proof, {}, { silent: true });
  const usesCode = verification?.has_second_factor === 1;
  return {
    usesCode,
    code,
    setCode,
    field,
    password,
    /** Fields to add to the request. */
    input: usesCode ? { factor_code: code, ...password.captcha.input } : password.input,
    fieldErrors: {
      ...password.fieldErrors,
      ...(usesCode && { password: false as const }),
      factor_code: usesCode && code.trim() === '' && t('user.missing'),
    },
    onRejected(error: Error) {
      if (!usesCode) return password.onRejected(error);
      password.captcha.onRejected(error);
      if (hasErrorName(error, 'factorCodeWrong', 'captchaNeeded')) field.current?.select();
    },
  };
}

export interface FactorConfirmationFieldsProps {
  confirmation: ReturnType<typeof useFactorConfirmation>;
  fieldErrors: Pick<FieldErrors<'password' | 'v_code' | 'factor_code'>, 'get'>;
  command: {
    readonly sent:
      | {
          readonly password?: string | undefined;
          readonly factor_code?: string | undefined;
          readonly v_code?: string | undefined;
        }
      | undefined;
    readonly errorOf: (...names: ErrorName[]) => string | undefined;
  };
}

export function FactorConfirmationFields(props: FactorConfirmationFieldsProps) {
  const { t } = useText();
  const { confirmation, fieldErrors, command } = props;
  const { usesCode, code, setCode, field, password } = confirmation;
  if (!usesCode) return <PasswordConfirmationFields {...props} confirmation={password} />;
  const codeError =
    command.sent?.factor_code === code ? command.errorOf('factorCodeWrong') : undefined;
  return (
    <>
      <Field
        label={t('userSetting.currentCode')}
        help={t('user.factorCodeHelp')}
        error={fieldErrors.get('factor_code') ?? codeError}
      >
        <CodeInput ref={field} value={code} onText={setCode} />
      </Field>
      <ConditionalCaptchaField
        captcha={password.captcha}
        error={password.captcha.errorOf(command) ?? fieldErrors.get('v_code')}
      />
    </>
  );
}
