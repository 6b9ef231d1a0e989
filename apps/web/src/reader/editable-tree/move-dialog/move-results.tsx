import { CornerDownLeft, Folder } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemIcon } from '../../../shared/items/item-type.tsx';
import { HighlightedText } from '../../../shared/palette/highlighted-text.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import { ListFailure, ListSkeleton } from './list-state.tsx';
import { useReasonText } from './move-catalogs.tsx';
import styles from './move-results.module.css';
import type { TargetResult, TargetResults } from './use-target-results.ts';

interface MoveResultsProps {
  /** The id of the list; the options derive theirs from it. */
  id: string;
  keyword: string;
  results: TargetResults;
  activeAt: number;
  onPick: (result: TargetResult) => void;
  /** Undefined if no catalog can be created. */
  onNewCatalog: (() => void) | undefined;
}

/** The catalogs and items that match the typed text; they replace both lists. */
export function MoveResults(props: MoveResultsProps) {
  const { id, keyword, results, activeAt, onPick, onNewCatalog } = props;
  const { t } = useText();
  const reasonText = useReasonText();
  useEffect(() => {
    document.getElementById(`${id}-${activeAt}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeAt]);
  const { entries, isWaiting, failure } = results;
  return (
    <div className={styles.results}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={id} role="listbox" aria-label={t('tree.moveResults')}>
        {entries.map((result, at) => (
          // The search field handles the keys and keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={result.key}
            id={`${id}-${at}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            className={styles.result}
            aria-selected={at === activeAt}
            aria-disabled={result.reason !== undefined || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(result)}
          >
            <Tile id={result.itemId} size="small">
              {result.item ? <ItemIcon item={result.item} /> : <Folder />}
            </Tile>
            <span className={styles.texts}>
              <span className={styles.name}>
                <HighlightedText text={result.name} word={keyword} />
              </span>
              <span className={styles.path}>{result.place}</span>
            </span>
            {result.reason && <span className={styles.reason}>{reasonText(result.reason)}</span>}
            {at === activeAt && <CornerDownLeft className={styles.enter} />}
          </div>
        ))}
      </div>
      {isWaiting && <ListSkeleton widths={[60, 48, 54]} />}
      {failure && <ListFailure {...failure} />}
      <output className={styles.empty}>
        {!isWaiting && !failure && entries.length === 0 && (
          <>
            <span>{t('tree.moveNoMatch', { keyword })}</span>
            {onNewCatalog && <Button onClick={onNewCatalog}>{t('tree.newCatalog')}</Button>}
          </>
        )}
      </output>
    </div>
  );
}
