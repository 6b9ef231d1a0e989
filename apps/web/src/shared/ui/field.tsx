import { createContext, use, useId, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './field.module.css';

interface FieldControl {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const Context = createContext<FieldControl>({});

/** The attributes that connect a control with its label, help and error; TextInput applies them automatically. */
export function useFieldControl(): FieldControl {
  return use(Context);
}

interface FieldProps {
  label: string;
  /** A link at the right end of the label row. */
  aside?: ReactNode;
  help?: ReactNode;
  /** Replaces the help text; explains how to fix the error. */
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
}

export function Field({ label, aside, help, error, optional = false, children }: FieldProps) {
  const { t } = useText();
  const id = useId();
  const hint = error ?? help;
  const control: FieldControl = {
    id,
    ...(hint ? { 'aria-describedby': `${id}-hint` } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optional && <span className={styles.optional}>{t('shell.optional')}</span>}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <Context value={control}>{children}</Context>
      {hint && (
        <p
          id={`${id}-hint`}
          className={error ? styles.error : styles.help}
          role={error ? 'alert' : undefined}
        >
          {hint}
        </p>
      )}
    </div>
  );
}
