import { Search, X } from 'lucide-react';
import { useId, useState, type RefObject } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { isSearchable } from '../../shared/search/is-searchable.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>;
  /** The word that is searched for now; empty while the tree shows. */
  keyword: string;
  onSearch: (keyword: string) => void;
}

export function SearchBox({ field, keyword, onSearch }: SearchBoxProps) {
  const { t } = useText();
  const id = useId();
  const [text, setText] = useState(keyword);
  const [isShort, setShort] = useState(false);
  function clear() {
    setText('');
    setShort(false);
    onSearch('');
  }
  return (
    <search>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = text.trim();
          if (wanted === '') return clear();
          setShort(!isSearchable(wanted));
          if (isSearchable(wanted)) onSearch(wanted);
        }}
      >
        <Search />
        <input
          ref={field}
          className={styles.input}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('reader.search')}
          aria-label={t('reader.search')}
          aria-describedby={isShort ? id : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setShort(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || (text === '' && keyword === '')) return;
            // The same key would also close the menu on a phone.
            event.preventDefault();
            event.stopPropagation();
            clear();
          }}
        />
        {text === '' ? (
          <kbd className={`key ${styles.slash}`} aria-hidden="true">
            /
          </kbd>
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('reader.clearSearch')}
            data-tip={t('reader.clearSearch')}
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          >
            <X />
          </button>
        )}
      </form>
      <output id={id} className={styles.hint}>
        {isShort && t('reader.tooShortText')}
      </output>
    </search>
  );
}
