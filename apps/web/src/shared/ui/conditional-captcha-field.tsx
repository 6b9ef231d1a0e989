import type { CaptchaForm } from '@octavo/contract/captcha-form';
import type { ConditionalCaptcha } from '../hooks/conditional-captcha.ts';
import { useText } from '../i18n/texts.tsx';
import { CaptchaField } from './captcha-field.tsx';
import styles from './conditional-captcha-field.module.css';

interface ConditionalCaptchaFieldProps {
  captcha: ConditionalCaptcha;
  error: string | undefined;
  form?: CaptchaForm;
  reason?: string;
}

/** Appears when the captcha is required, with the reason as its help text. */
export function ConditionalCaptchaField(props: ConditionalCaptchaFieldProps) {
  const { t } = useText();
  const { isRequired, code, setCode, field } = props.captcha;
  if (!isRequired) return null;
  return (
    <div className={styles.row}>
      <CaptchaField
        ref={field}
        form={props.form ?? 'login'}
        value={code}
        onText={setCode}
        help={props.reason ?? t('user.captchaReason')}
        error={props.error}
      />
    </div>
  );
}
