import { CircleCheck } from 'lucide-react';
import { usePasswordRules } from '../hooks/password-rules.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import styles from './new-password-field.module.css';
import { PasswordInput } from './text-input.tsx';

interface NewPasswordFieldProps {
  label: string;
  name: string;
  value: string;
  /** The username and email of the owner, which the password must not contain. */
  names: readonly string[];
  onText: (password: string) => void;
  /** The non-empty field has lost the focus. */
  onFilledBlur: () => void;
  error: string | undefined;
  /** Additional help text. */
  help?: string;
  large?: boolean;
}

/** A field for a new password. It shows the rules, what is missing while typing, and that all rules are met. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { t } = useText();
  const { value, names } = props;
  const { min, max, missing, refusesNames, error } = usePasswordRules(value, names);
  const isTooShort = value !== '' && missing > 0;
  const rule =
    error === undefined ? (
      <span className={styles.ok}>
        <CircleCheck />
        {t('user.longEnough')}
      </span>
    ) : (
      <span className={styles.hint}>
        {isTooShort && t('user.passwordMissing', { count: missing })}
        {value === '' &&
          t(refusesNames ? 'user.passwordHelpNames' : 'user.passwordHelp', { min, max })}
        {value !== '' && !isTooShort && error}
      </span>
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
