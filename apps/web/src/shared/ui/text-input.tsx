import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { useFieldControl } from './field.tsx';
import styles from './text-input.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'onChange'> {
  /** 40 px high, as on the account screens. */
  large?: boolean;
  mono?: boolean;
  onText?: (text: string) => void;
  /** Content inside the frame, before the text. */
  leading?: ReactNode;
  /** Content inside the frame, after the text. */
  trailing?: ReactNode;
}

/** A single-line text field. Inside a Field it is connected to the label, help and error automatically. */
export function TextInput({
  large = false,
  mono = false,
  onText,
  leading,
  trailing,
  ...rest
}: TextInputProps) {
  const control = useFieldControl();
  return (
    <span className={large ? `${styles.frame} ${styles.large}` : styles.frame}>
      {leading}
      <input
        {...control}
        {...rest}
        className={mono ? `${styles.input} mono` : styles.input}
        onChange={(event) => onText?.(event.target.value)}
      />
      {trailing}
    </span>
  );
}

export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  const label = shown ? t('shell.hidePassword') : t('shell.showPassword');
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={label}
          data-tip={label}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  );
}
