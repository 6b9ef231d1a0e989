import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isRefusal } from '../api/use-form-command.ts';
import { useText } from '../i18n/texts.tsx';
import type { CaptchaHandle } from '../ui/captcha-field.tsx';

interface CaptchaCommand {
  readonly sent: { readonly v_code?: string | undefined } | undefined;
  readonly errorOf: (name: 'captchaWrong') => string | undefined;
}

export interface LateCaptcha {
  readonly asked: boolean;
  readonly code: string;
  readonly setCode: (code: string) => void;
  readonly field: RefObject<CaptchaHandle | null>;
  /** Fields to add to the request. */
  readonly input: { v_code?: string };
  readonly problem: string | false;
  /** The server's error for the last code, until a new code is typed. */
  readonly errorOf: (command: CaptchaCommand) => string | undefined;
  readonly onRefused: (error: Error) => void;
}

/** The captcha of a form that requires it only after failures: error 10206, 10210 or 10308. */
export function useLateCaptcha(): LateCaptcha {
  const { t } = useText();
  const [asked, setAsked] = useState(false);
  const [code, setCode] = useState('');
  const field = useRef<CaptchaHandle>(null);

  function onRefused(error: Error) {
    // A captcha image is valid for one request, even if the form was rejected for another reason.
    if (asked) return field.current?.refresh();
    if (!isRefusal(error, 'captchaWrong', 'captchaNeeded', 'visitCaptchaNeeded')) return;
    flushSync(() => setAsked(true));
    field.current?.focus();
  }

  return {
    asked,
    code,
    setCode,
    field,
    input: asked ? { v_code: code } : {},
    problem: asked && code.trim() === '' && t('user.captchaMissing'),
    errorOf: ({ sent, errorOf }) =>
      sent?.v_code && code === '' ? errorOf('captchaWrong') : undefined,
    onRefused,
  };
}
