import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { hasErrorName } from '../api/use-form-command.ts';
import { useText } from '../i18n/texts.tsx';
import type { CaptchaHandle } from '../ui/captcha-field.tsx';

interface CaptchaCommand {
  readonly sent: { readonly v_code?: string | undefined } | undefined;
  readonly errorOf: (name: 'captchaWrong') => string | undefined;
}

export interface ConditionalCaptcha {
  readonly isRequired: boolean;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly field: RefObject<CaptchaHandle | null>;
  /** Fields to add to the request. */
  readonly input: { v_code?: string };
  readonly fieldError: string | false;
  /** The server's error for the last code, until a new code is typed. */
  readonly errorOf: (command: CaptchaCommand) => string | undefined;
  readonly onRejected: (error: Error) => void;
}

/** The captcha of a form that requires it only after failures: error 10206, 10210 or 10308. */
export function useConditionalCaptcha(): ConditionalCaptcha {
  const { t } = useText();
  const [isRequired, setRequired] = useState(false);
  const [code, setCode] = useState('');
  const field = useRef<CaptchaHandle>(null);

  function onRejected(error: Error) {
    // A captcha image is valid for one request, even if the form was rejected for another reason.
    if (isRequired) return field.current?.refresh();
    if (!hasErrorName(error, 'captchaWrong', 'captchaNeeded', 'visitCaptchaNeeded')) return;
    flushSync(() => setRequired(true));
    field.current?.focus();
  }

  return {
    isRequired,
    code,
    setCode,
    field,
    input: isRequired ? { v_code: code } : {},
    fieldError: isRequired && code.trim() === '' && t('user.captchaMissing'),
    errorOf: ({ sent, errorOf }) =>
      sent?.v_code && code === '' ? errorOf('captchaWrong') : undefined,
    onRejected,
  };
}
