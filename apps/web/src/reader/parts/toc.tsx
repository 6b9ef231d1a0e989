import type { ReaderPage } from '@octavo/contract/reader';
import { ArrowUp, ChevronDown, List } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import styles from './toc.module.css';

type Outline = NonNullable<ReaderPage['outline']>;

export interface TocEntry {
  readonly id: string;
  readonly text: string;
  readonly isBelow: boolean;
}

/**
 * The headings for the table of contents: the two highest levels of the page, usually 2 and 3. A single first-level
 * heading is the title, not a section. Empty for fewer than two headings.
 */
export function toTocEntries(outline: Outline = []): TocEntry[] {
  const titles = outline.filter(({ level }) => level === 1).length;
  const sections = outline.filter(({ level }) => level > 1 || titles > 1);
  const [first = 2, second = 3] = [...new Set(sections.map(({ level }) => level))].toSorted(
    (a, b) => a - b,
  );
  const listed = sections.filter(({ level }) => level === first || level === second);
  if (listed.length < 2) return [];
  return listed.map(({ id, level, text }) => ({ id, text, isBelow: level !== first }));
}

/** The table of contents beside the page. */
export function Toc({
  entries,
  current,
}: {
  entries: readonly TocEntry[];
  current: string | undefined;
}) {
  const { t } = useText();
  return (
    <nav className={styles.toc} aria-label={t('reader.onThisPage')}>
      <div className={styles.caption}>
        <List />
        {t('reader.onThisPage')}
      </div>
      <Entries entries={entries} current={current} />
    </nav>
  );
}

/** The table of contents on phones: a collapsed block below the title, which opens without JavaScript. */
export function TocBlock({ entries }: { entries: readonly TocEntry[] }) {
  const { t } = useText();
  return (
    <details className={styles.block}>
      <summary>
        <List />
        {t('reader.onThisPage')}
        <ChevronDown className={styles.caret} />
      </summary>
      <Entries entries={entries} current={undefined} />
    </details>
  );
}

function Entries({
  entries,
  current,
}: {
  entries: readonly TocEntry[];
  current: string | undefined;
}) {
  return (
    <ul className={styles.list}>
      {entries.map(({ id, text, isBelow }) => (
        <li key={id} className={isBelow ? styles.below : undefined}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The "to top" button below the table of contents, shown after scrolling; it floats on phones. */
export function ToTop({ isShown }: { isShown: boolean }) {
  const { t } = useText();
  return (
    <button
      type="button"
      className={isShown ? styles.toTop : `${styles.toTop} ${styles.away}`}
      onClick={() => {
        window.scrollTo({ top: 0 });
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      }}
    >
      <ArrowUp />
      {t('reader.toTop')}
    </button>
  );
}
