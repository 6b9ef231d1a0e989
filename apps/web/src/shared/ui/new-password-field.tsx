import { CircleCheck } from 'lucide-react';
import { isValidPasswordLength } from '../hooks/password-length.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import styles from './new-password-field.module.css';
import { PasswordInput } from './text-input.tsx';

interface NewPasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onText: (password: string) => void;
  /** The non-empty field has lost the focus. */
  onFilledBlur: () => void;
  error: string | undefined;
  /** Additional help text. */
  help?: string;
  large?: boolean;
}

/** A field for a new password. It shows the length rule, and confirms while typing that it is met. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { t } = useText();
  const { value } = props;
  const rule = isValidPasswordLength(value) ? (
    <span className={styles.ok}>
      <CircleCheck />
      {t('user.longEnough')}
    </span>
  ) : (
    <span className={styles.hint}>{t('user.passwordHelp')}</span>
  );
  return (
    <Field
      label={props.label}
      error={props.error}
      help={
        <>
          {rule}
          {props.help}
        </>
      }
    >
      <PasswordInput
        large={props.large ?? false}
        name={props.name}
        value={value}
        onText={props.onText}
        onBlur={() => value !== '' && props.onFilledBlur()}
        autoComplete="new-password"
        required
      />
    </Field>
  );
}
