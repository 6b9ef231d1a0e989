import { calls } from '@octavo/contract';
import { useRef, useState } from 'react';
import { useCall } from '../api/use-call.ts';
import { isRefusal } from '../api/use-form-command.ts';
import { useLateCaptcha } from './late-captcha.ts';
import { useText } from '../i18n/texts.tsx';

/** The login password (and the captcha after failures) that confirms an irreversible action. */
export function useOwnPassword() {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useLateCaptcha();
  const { data: proof } = useCall(calls.user.proof, {}, { silent: true });
  const byLogin = proof?.by === 'login';
  return {
    password,
    setPassword,
    field,
    captcha,
    /** Fields to add to the request. */
    input: { password, ...captcha.input },
    problems: {
      password: !byLogin && password === '' && t('user.missing'),
      v_code: captcha.problem,
    },
    /** The account has no password: a recent login at the identity provider replaces it. */
    byLogin,
    isFresh: proof?.is_fresh === 1,
    onRefused(error: Error) {
      captcha.onRefused(error);
      if (isRefusal(error, 'wrongPassword', 'captchaNeeded')) field.current?.select();
    },
  };
}

export type OwnPassword = ReturnType<typeof useOwnPassword>;
