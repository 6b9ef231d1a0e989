import type { KeyboardEvent } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './sheet-view.module.css';

interface SheetTabsProps {
  names: readonly string[];
  shown: number;
  onShow: (at: number) => void;
  aside: string;
}

/** The tabs for the sheets of a workbook, below the grid. */
export function SheetTabs({ names, shown, onShow, aside }: SheetTabsProps) {
  const { t } = useText();
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = (shown + by + names.length) % names.length;
    onShow(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }
  return (
    <div className={styles.tabs}>
      {names.length > 0 && (
        // The tabs receive the focus; the list handles the arrow keys.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div role="tablist" aria-label={t('sheet.sheets')} onKeyDown={onKeyDown}>
          {names.map((name, at) => (
            <button
              // Sheet names are not unique.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              type="button"
              role="tab"
              aria-selected={at === shown}
              tabIndex={at === shown ? 0 : -1}
              onClick={() => onShow(at)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <span className={styles.rows}>{aside}</span>
    </div>
  );
}
