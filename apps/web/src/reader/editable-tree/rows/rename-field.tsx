import { paths } from '@octavo/contract/paths';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isLoginNeeded, useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { interceptLogin } from '../../../shared/session/login-needed.ts';
import styles from './rename-field.module.css';

export interface RenameFieldProps {
  label: string;
  name: string;
  maxLength: number;
  /** A rejection keeps the field open and shows its reason. `isByKey`: by Enter, not by leaving the field. */
  onSave: (name: string, isByKey: boolean) => Promise<void>;
  onCancel: () => void;
}

/** The name of a row as a field: Enter or leaving it saves, Esc cancels. */
export function RenameField({ label, name, maxLength, onSave, onCancel }: RenameFieldProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  /** Enter followed by leaving the field must not save twice. */
  const isDone = useRef(false);
  const failedName = useRef<string>(undefined);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  // A redirect to the login screen would lose the name: the user logs in in another tab and tries again.
  useEffect(() => interceptLogin(() => {}), []);

  async function save(isByKey: boolean) {
    const value = field.current?.value.trim() ?? '';
    // After a failure only Enter tries again.
    if (isDone.current || (!isByKey && value === failedName.current)) return;
    isDone.current = true;
    setSaving(true);
    try {
      await onSave(value, isByKey);
    } catch (failure) {
      isDone.current = false;
      failedName.current = value;
      setSaving(false);
      setError(failure);
      field.current?.focus({ preventScroll: true });
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // The keys of the tree and of the reader do not apply here.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void save(true);
    }
    if (event.key === 'Escape' && !isSaving) {
      event.preventDefault();
      isDone.current = true;
      onCancel();
    }
  }

  return (
    <span className={styles.frame}>
      <input
        ref={field}
        className={styles.field}
        defaultValue={name}
        maxLength={maxLength}
        readOnly={isSaving}
        aria-label={label}
        aria-describedby={id}
        aria-invalid={error ? true : undefined}
        aria-busy={isSaving || undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Another window has the focus, and this field gets it back.
          if (document.hasFocus()) void save(false);
        }}
      />
      <span
        key={error ? errorText(error) : ''}
        ref={scrollIntoView}
        id={id}
        className={error ? `${styles.tip} ${styles.error}` : styles.tip}
        role={error ? 'alert' : undefined}
      >
        {error ? errorText(error) : t('tree.enterSaves')}
        {isLoginNeeded(error) && (
          <>
            {' '}
            <a href={paths.login.href()} target="_blank" rel="noreferrer">
              {t('shell.login')}
            </a>
          </>
        )}
      </span>
    </span>
  );
}

/** The last rows of the tree have no room below them. */
function scrollIntoView(tip: HTMLElement | null): void {
  tip?.scrollIntoView({ block: 'nearest' });
}
