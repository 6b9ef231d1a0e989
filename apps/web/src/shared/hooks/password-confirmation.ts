import { calls } from '@octavo/contract';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { hasErrorName } from '../api/use-form-command.ts';
import { useConditionalCaptcha } from './conditional-captcha.ts';
import { useText } from '../i18n/texts.tsx';

/** The login password (and the captcha after failures) that confirms an irreversible action. */
export function usePasswordConfirmation() {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  const { data: verification } = useCall(calls.user.proof, {}, { silent: true });
  const usesProviderLogin = verification?.by === 'login';
  return {
    password,
    setPassword,
    field,
    captcha,
    /** Fields to add to the request. */
    input: { password, ...captcha.input },
    fieldErrors: {
      password: !usesProviderLogin && password === '' && t('user.missing'),
      v_code: captcha.fieldError,
    },
    /** The account has no password: a recent login at the identity provider replaces it. */
    usesProviderLogin,
    isFresh: verification?.is_fresh === 1,
    onRejected(error: Error) {
      captcha.onRejected(error);
      if (hasErrorName(error, 'wrongPassword', 'captchaNeeded')) field.current?.select();
    },
  };
}

export type PasswordConfirmation = ReturnType<typeof usePasswordConfirmation>;
