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
 * The headings to list: the page's two highest levels, mostly the second and third. A first-level one
 * that stands alone is a title, not a section. Fewer than two need no list.
 */
export function tocOf(outline: Outline = []): TocEntry[] {
  const titles = outline.filter(({ level }) => level === 1).length;
  const sections = outline.filter(({ level }) => level > 1 || titles > 1);
  const [first = 2, second = 3] = [...new Set(sections.map(({ level }) => level))].toSorted(
    (a, b) => a - b,
  );
  const listed = sections.filter(({ level }) => level === first || level === second);
  if (listed.length < 2) return [];
  return listed.map(({ id, level, text }) => ({ id, text, isBelow: level !== first }));
}

/** Beside the page. */
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

/** On a phone: a closed block under the title, which opens without script. */
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

/** Under the list of headings once one has scrolled; on a phone it floats. */
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
