import { calls } from '@octavo/contract';
import type { CaptchaForm } from '@octavo/contract/captcha-form';
import { MAX_CAPTCHA_LENGTH } from '@octavo/contract/limits';
import { RefreshCw } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './captcha-field.module.css';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

export interface CaptchaHandle {
  /** After a failure: loads a new image, clears the field and focuses it. */
  refresh: () => void;
  focus: () => void;
}

interface CaptchaFieldProps {
  ref?: Ref<CaptchaHandle>;
  form: CaptchaForm;
  value: string;
  onText: (code: string) => void;
  help?: ReactNode;
  error?: ReactNode;
}

export function CaptchaField({ ref, form, value, onText, help, error }: CaptchaFieldProps) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [rand, setRand] = useState(newRand);
  const [broken, setBroken] = useState(false);

  function refresh() {
    setBroken(false);
    setRand(newRand());
    onText('');
    input.current?.focus();
  }
  useImperativeHandle(ref, () => ({ refresh, focus: () => input.current?.focus() }));

  const source = `${calls.common.verify.path}?form=${form}&rand=${rand}`;
  return (
    <Field label={t('shell.captcha')} help={help ?? t('shell.captchaHelp')} error={error}>
      <div className={styles.row}>
        <div className={styles.input}>
          <TextInput
            ref={input}
            large
            name="v_code"
            value={value}
            onText={onText}
            required
            maxLength={MAX_CAPTCHA_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </div>
        {/* The button beside the image does the same for the keyboard. */}
        {broken ? (
          <span className={styles.image}>{t('shell.captchaBroken')}</span>
        ) : (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <img
            key={rand}
            className={styles.image}
            src={source}
            width={112}
            height={40}
            alt={t('shell.captchaImage')}
            onClick={refresh}
            onError={() => setBroken(true)}
          />
        )}
        <IconButton label={t('shell.captchaNew')} onClick={refresh}>
          <RefreshCw />
        </IconButton>
      </div>
    </Field>
  );
}

/** Prevents the browser from showing a cached image; not a secret. */
function newRand(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('');
}
