import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { CONTENT_ID } from '../parts/content.tsx';
import styles from './page-highlights.module.css';

const ALL = 'octavo-hits';
const CURRENT = 'octavo-hit';

/** Highlights a word on the page with the CSS Custom Highlight API, which does not change the DOM. */
export function PageHighlights({ keyword }: { keyword: string }) {
  const { t } = useText();
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    // The page is painted first; the highlights follow in the next frame.
    const frame = requestAnimationFrame(() => {
      const found = findRanges(keyword);
      setRanges(found);
      highlight(ALL, found);
    });
    return () => {
      cancelAnimationFrame(frame);
      highlight(ALL, []);
      highlight(CURRENT, []);
    };
  }, [keyword]);
  useEffect(() => {
    const range = ranges[at];
    highlight(CURRENT, range ? [range] : []);
  }, [ranges, at]);
  if (ranges.length === 0) return null;
  const stepTo = (step: number) => {
    const next = (at + step + ranges.length) % ranges.length;
    setAt(next);
    reveal(ranges[next]);
  };
  return (
    <div className={styles.walker}>
      <output>{t('reader.hitOf', { keyword, at: at + 1, count: ranges.length })}</output>
      <IconButton label={t('reader.previousHit')} onClick={() => stepTo(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t('reader.nextHit')} onClick={() => stepTo(1)}>
        <ChevronDown />
      </IconButton>
    </div>
  );
}

function findRanges(keyword: string): Range[] {
  const root = document.querySelector(`#${CONTENT_ID}`);
  const word = keyword.toLowerCase();
  if (!root || word === '') return [];
  const found: Range[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // Letters whose lower case is longer would shift the offsets of the following text.
    const lower = (text.nodeValue ?? '').replaceAll(/\p{Lu}/gu, (letter) =>
      letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
    );
    for (
      let from = lower.indexOf(word);
      from >= 0;
      from = lower.indexOf(word, from + word.length)
    ) {
      if (text.parentElement?.closest('button')) break;
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + word.length);
      found.push(range);
    }
  }
  return found;
}

/** Without browser support nothing is highlighted, but the navigation between hits works. */
function highlight(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function reveal(range: Range | undefined): void {
  const element = range?.startContainer.parentElement;
  const folded = element?.closest<HTMLElement>('figure.code-long:not([data-open])');
  folded?.querySelector<HTMLElement>('.code-more')?.click();
  element?.closest('details')?.setAttribute('open', '');
  element?.scrollIntoView({ block: 'center' });
}
