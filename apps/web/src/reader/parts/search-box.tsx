import { isSearchable } from '@octavo/contract/keyword';
import { Search, X } from 'lucide-react';
import { useEffectEvent, useId, useLayoutEffect, useState, type RefObject } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>;
  /** The current search term; empty while the tree is shown. */
  keyword: string;
  /** The URL of the page: a search submitted before the script runs reloads it. */
  action: string;
  onSearch: (keyword: string) => void;
}

/** The URL parameter of a search that was submitted before the script ran. */
const KEYWORD = 'keyword';

export function SearchBox({ field, keyword, action, onSearch }: SearchBoxProps) {
  const { t } = useText();
  const id = useId();
  const [text, setText] = useState(keyword);
  const [isShort, setShort] = useState(false);
  function search(typed: string) {
    const trimmed = typed.trim();
    if (trimmed === '') return clear();
    setShort(!isSearchable(trimmed));
    if (isSearchable(trimmed)) onSearch(trimmed);
  }
  const restoreTypedText = useEffectEvent(() => {
    const url = new URL(location.href);
    const submitted = url.searchParams.get(KEYWORD);
    const typed = field.current?.value || submitted || '';
    if (typed !== '') setText(typed);
    if (submitted === null) return;
    url.searchParams.delete(KEYWORD);
    history.replaceState(history.state, '', url);
    search(submitted);
  });
  // React does not know the text that was typed before hydration.
  useLayoutEffect(() => restoreTypedText(), []);
  function clear() {
    setText('');
    setShort(false);
    onSearch('');
  }
  return (
    <search>
      <form
        className={styles.box}
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <Search />
        <input
          ref={field}
          className={styles.input}
          type="text"
          name={KEYWORD}
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
            // Esc would also close the menu on phones.
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
