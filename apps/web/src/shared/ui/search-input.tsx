import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './search-input.module.css';
import { TextInput } from './text-input.tsx';

interface SearchInputProps {
  /** The accessible name, also used as the placeholder. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** Runs on Enter; not needed if the list is filtered while typing. */
  onEnter?: () => void;
}

/** A filter field; Esc or the clear button empties it. */
export function SearchInput({ label, value, onText, onEnter }: SearchInputProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onText={onText}
      onKeyDown={(event) => {
        // Enter must not submit a surrounding form, and Esc must not close a surrounding dialog.
        if (event.key === 'Enter') {
          event.preventDefault();
          onEnter?.();
        }
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        onText('');
      }}
      leading={<Search className={styles.icon} />}
      trailing={
        value !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('shell.clear')}
            data-tip={t('shell.clear')}
            onClick={() => {
              onText('');
              field.current?.focus();
            }}
          >
            <X />
          </button>
        )
      }
    />
  );
}
