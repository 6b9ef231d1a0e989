import { Search } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useText } from '../i18n/texts.tsx';
import { takeCapturedText, type EarlyText } from './early-text.ts';
import { HighlightedText } from './highlighted-text.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import styles from './palette.module.css';

interface PaletteProps {
  /** The name of the searched item, shown as a tag. */
  scope?: string;
  keyword: string;
  entries: readonly PaletteEntry[];
  /** A search is still running, so "nothing found" is not shown yet. */
  isWaiting: boolean;
  onKeyword: (keyword: string) => void;
  onClose: () => void;
}

const groups: readonly PaletteGroup[] = ['pages', 'elsewhere', 'items', 'actions'];

/** The command palette. It opens immediately; the parent component provides the entries. */
export function Palette(props: PaletteProps) {
  const { keyword, isWaiting, onKeyword, onClose } = props;
  const { t } = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = groups.flatMap((group) => props.entries.filter((entry) => entry.group === group));
  const [at, setAt] = useState(0);
  const selected = Math.min(at, entries.length - 1);
  const enteredText = useRef<string>(undefined);
  const onCapturedText = useEffectEvent(({ text, isEntered }: EarlyText) => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    if (text !== '') onKeyword(text);
    if (isEntered) enteredText.current = text;
  });
  // A dialog restores the focus only if it is closed before it is removed from the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    const stop = takeCapturedText((early) => onCapturedText(early));
    return () => {
      stop();
      element?.close();
    };
  }, []);
  // Enter was pressed before the results were loaded: it opens the first result.
  useEffect(() => {
    if (enteredText.current !== keyword || isWaiting || entries.length === 0) return;
    enteredText.current = undefined;
    clickSelected(list.current);
  }, [keyword, isWaiting, entries.length]);
  useEffect(() => {
    const options = list.current?.querySelectorAll('[role="option"]');
    options?.[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((selected + step + entries.length) % Math.max(entries.length, 1));
    }
    const entry = entries[selected];
    if (event.key !== 'Enter' || !entry) return;
    event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && 'href' in entry.to) window.open(entry.to.href);
    else clickSelected(list.current);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('reader.palette')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.field}>
        <Search />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={entries[selected] && `${id}-${selected}`}
          aria-label={t('reader.palettePlaceholder')}
          placeholder={t('reader.palettePlaceholder')}
          autoComplete="off"
          spellCheck={false}
          value={keyword}
          onChange={(event) => {
            setAt(0);
            enteredText.current = undefined;
            onKeyword(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {props.scope && <span className={styles.scope}>{props.scope}</span>}
      </div>
      <div
        ref={list}
        id={id}
        className={styles.list}
        // A select element cannot contain highlights, icons and shortcuts.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={t('reader.results')}
      >
        {entries.map((entry, index) => (
          <div key={entry.key} role="presentation">
            {entries[index - 1]?.group !== entry.group && (
              <div className={styles.group} role="presentation">
                {t(titles[entry.group])}
              </div>
            )}
            <Option
              id={`${id}-${index}`}
              entry={entry}
              word={keyword.trim()}
              isSelected={index === selected}
              onHover={() => setAt(index)}
              onDone={onClose}
            />
          </div>
        ))}
      </div>
      <output className={styles.nothing}>
        {entries.length === 0 && !isWaiting && t('reader.paletteNothing', { keyword })}
      </output>
      <Keys />
    </dialog>
  );
}

function clickSelected(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
}

const titles = {
  pages: 'reader.palettePages',
  elsewhere: 'reader.paletteElsewhere',
  items: 'reader.paletteItems',
  actions: 'reader.paletteActions',
} as const;

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  word: string;
  isSelected: boolean;
  onHover: () => void;
  onDone: () => void;
}

function Option({ id, entry, word, isSelected, onHover, onDone }: OptionProps) {
  const { to } = entry;
  const isNamed = entry.title.toLocaleLowerCase().includes(word.toLocaleLowerCase());
  const inner = (
    <>
      <span className={styles.icon}>{entry.icon}</span>
      <span className={styles.title}>
        <HighlightedText text={entry.title} word={word} />
      </span>
      {entry.hint && (
        <span className={styles.hint}>
          <HighlightedText text={entry.hint} word={isNamed ? '' : word} />
        </span>
      )}
      <span className={styles.keys}>
        {(isSelected ? ['↵'] : (entry.keys ?? [])).map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </span>
    </>
  );
  const common = {
    id,
    role: 'option',
    className: styles.option,
    'aria-selected': isSelected,
    tabIndex: -1,
    onPointerMove: onHover,
  } as const;
  // The field keeps the focus and handles the keys; it clicks the selected option.
  if ('href' in to)
    return (
      <a {...common} href={to.href} onClick={onDone}>
        {inner}
      </a>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      {...common}
      onClick={() => {
        onDone();
        to.run();
      }}
    >
      {inner}
    </div>
  );
}

function Keys() {
  const { t } = useText();
  return (
    <div className={styles.foot} aria-hidden="true">
      <span>
        <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> {t('reader.keysMove')}
      </span>
      <span>
        <kbd className="key">↵</kbd> {t('reader.keysOpen')}
      </span>
      <span>
        <kbd className="key">Ctrl</kbd> <kbd className="key">↵</kbd> {t('reader.keysNewTab')}
      </span>
      <span className={styles.last}>
        <kbd className="key">Esc</kbd> {t('reader.keysClose')}
      </span>
    </div>
  );
}
