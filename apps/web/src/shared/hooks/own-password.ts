import { useRef, useState } from 'react';
import { isRefusal } from '../api/use-form-command.ts';
import { useLateCaptcha } from './late-captcha.ts';
import { useText } from '../i18n/texts.tsx';

/** The login password that an act without return asks for, and the code after failures. */
export function useOwnPassword() {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useLateCaptcha();
  return {
    password,
    setPassword,
    field,
    captcha,
    /** Goes into the request. */
    input: { password, ...captcha.input },
    problems: { password: password === '' && t('user.missing'), v_code: captcha.problem },
    onRefused(error: Error) {
      captcha.onRefused(error);
      if (isRefusal(error, 'wrongPassword', 'captchaNeeded')) field.current?.select();
    },
  };
}

export type OwnPassword = ReturnType<typeof useOwnPassword>;
