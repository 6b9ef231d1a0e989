import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './search-input.module.css';
import { TextInput } from './text-input.tsx';

interface SearchInputProps {
  /** Its name, shown as the hint in the empty field too. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** What Enter does; nothing where the list follows every letter. */
  onEnter?: () => void;
}

/** Narrows what stands below while one types; Esc or the cross takes the word away. */
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
        // In a dialog the same key would close it.
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
