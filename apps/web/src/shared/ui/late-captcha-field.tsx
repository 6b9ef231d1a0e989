import type { CaptchaForm } from '@octavo/contract/captcha-form';
import type { LateCaptcha } from '../hooks/late-captcha.ts';
import { useText } from '../i18n/texts.tsx';
import { CaptchaField } from './captcha-field.tsx';
import styles from './late-captcha-field.module.css';

interface LateCaptchaFieldProps {
  captcha: LateCaptcha;
  error: string | undefined;
  form?: CaptchaForm;
  reason?: string;
}

/** Appears when the captcha is required, with the reason as its help text. */
export function LateCaptchaField(props: LateCaptchaFieldProps) {
  const { t } = useText();
  const { asked, code, setCode, field } = props.captcha;
  if (!asked) return null;
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
