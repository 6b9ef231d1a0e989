import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import styles from './secret-field.module.css';
import { TextInput } from './text-input.tsx';
import { useCopy } from './use-copy.ts';

/** This many characters stay visible, so that secrets can be distinguished. */
const VISIBLE_CHARACTERS = 4;

interface SecretFieldProps {
  label: string;
  value: string;
  help?: ReactNode;
}

/** A secret to copy, hidden until the user shows it. */
export function SecretField({ label, value, help }: SecretFieldProps) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  const { copied, copy } = useCopy(value);
  const toggle = shown
    ? t('shell.hideSecret', { name: label })
    : t('shell.showSecret', { name: label });
  const copyLabel = t('shell.copySecret', { name: label });
  return (
    <Field label={label} help={help}>
      <TextInput
        readOnly
        mono
        value={shown ? value : value.slice(0, VISIBLE_CHARACTERS).padEnd(value.length, '•')}
        spellCheck={false}
        trailing={
          <>
            <button
              type="button"
              className={styles.action}
              aria-label={toggle}
              data-tip={toggle}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff /> : <Eye />}
            </button>
            <button
              type="button"
              className={styles.action}
              aria-label={copyLabel}
              data-tip={copyLabel}
              onClick={(event) => void copy(event.currentTarget)}
            >
              {copied ? <Check /> : <Copy />}
            </button>
            <output className="visually-hidden">{copied && t('shell.copied')}</output>
          </>
        }
      />
    </Field>
  );
}
