import { cellName, columnName } from '@octavo/sheet/address';
import { extentOf, type Sheet, type Workbook } from '@octavo/sheet/workbook';
import { ChevronDown, ChevronUp, History } from 'lucide-react';
import {
  lazy,
  Suspense,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { SheetTabs } from './sheet-tabs.tsx';
import styles from './sheet-view.module.css';
import './sheet.css';
import type { HistorySource } from './use-cell-history.ts';
import { useSheetSearch, type CellPosition } from './use-sheet-search.ts';

const CellHistory = lazy(async () => ({
  default: (await import('./cell-history.tsx')).CellHistory,
}));

const EMPTY: Sheet = { name: ' ', rows: new Map(), rowCount: undefined, attributes: {} };
/** A small table is padded with empty cells to this size. */
const MIN_SIZE = { rows: 34, columns: 14 };

interface SheetViewProps {
  workbook: Workbook;
  /** The table fills its area with empty rows and columns, as for an item that is a table. */
  isWhole: boolean;
  /** Content at the end of the toolbar. */
  aside?: ReactNode;
  /** Enables the cell history. */
  history?: HistorySource | undefined;
}

/** A read-only workbook with find, filter and keyboard navigation. The spreadsheet library is not loaded for it. */
export function SheetView({ workbook, isWhole, aside, history }: SheetViewProps) {
  const { t } = useText();
  const [shown, setShown] = useState(0);
  const sheet = workbook[shown] ?? workbook[0] ?? EMPTY;
  const { rows: count } = useMemo(() => extentOf(sheet), [sheet]);
  return (
    <div className={styles.view}>
      <SheetPane key={shown} sheet={sheet} isWhole={isWhole} aside={aside} history={history} />
      <SheetTabs
        names={workbook.map(({ name }) => name)}
        shown={shown}
        onShow={setShown}
        aside={t('sheet.rows', { count })}
      />
    </div>
  );
}

interface SheetPaneProps extends Omit<SheetViewProps, 'workbook'> {
  sheet: Sheet;
}

function SheetPane({ sheet, isWhole, aside, history }: SheetPaneProps) {
  const { t } = useText();
  const [word, setWord] = useState('');
  const [column, setColumn] = useState<number>();
  const [isFiltered, setFiltered] = useState(false);
  const [active, setActive] = useState<CellPosition>();
  const [isHistory, setHistory] = useState(false);
  const [marks, setMarks] = useState<ReadonlySet<string>>();
  const field = useRef<HTMLInputElement>(null);
  const matches = useSheetSearch(sheet, useDeferredValue(word), column);
  const extent = useMemo(() => extentOf(sheet), [sheet]);
  const columns = Math.max(extent.columns, isWhole ? MIN_SIZE.columns : 1);
  const hits = useMemo(
    () => new Set(matches.map(({ row, column: at }) => cellName(row, at))),
    [matches],
  );
  const rows = useMemo(() => {
    const hidden = (row: number) => sheet.rows.get(row)?.attributes['hide'] === true;
    const matchingRows = isFiltered && word.trim() !== '' && new Set(matches.map(({ row }) => row));
    return Array.from(
      { length: Math.max(extent.rows, isWhole && !matchingRows ? MIN_SIZE.rows : 1) },
      (_, row) => row,
    ).filter((row) => !hidden(row) && (!matchingRows || matchingRows.has(row)));
  }, [sheet, isFiltered, word, matches, extent, isWhole]);

  const at = matches.findIndex(({ row, column: c }) => row === active?.row && c === active.column);
  const step = (by: number) => {
    const next =
      at < 0 ? (by > 0 ? 0 : matches.length - 1) : (at + by + matches.length) % matches.length;
    const place = matches[next];
    if (place) setActive({ ...place });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
  };
  // Rows outside the viewport are not in the document, so the browser's own search would not find them.
  const onFindKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
    event.preventDefault();
    field.current?.select();
  };

  return (
    <>
      <search className={styles.tools}>
        <input
          ref={field}
          type="search"
          aria-label={t('sheet.find')}
          placeholder={t('sheet.find')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <select
          aria-label={t('sheet.column')}
          value={column ?? ''}
          onChange={(event) =>
            setColumn(event.target.value === '' ? undefined : Number(event.target.value))
          }
        >
          <option value="">{t('sheet.allColumns')}</option>
          {Array.from({ length: extent.columns }, (_, index) => (
            <option key={index} value={index}>
              {columnName(index)}
            </option>
          ))}
        </select>
        <label>
          <input
            type="checkbox"
            checked={isFiltered}
            onChange={(event) => setFiltered(event.target.checked)}
          />
          {t('sheet.onlyHits')}
        </label>
        {word.trim() !== '' && (
          <>
            <output className={styles.count}>
              {at < 0
                ? t('sheet.hits', { count: matches.length })
                : t('sheet.hitOf', { at: at + 1, count: matches.length })}
            </output>
            <IconButton label={t('sheet.previousHit')} onClick={() => step(-1)}>
              <ChevronUp />
            </IconButton>
            <IconButton label={t('sheet.nextHit')} onClick={() => step(1)}>
              <ChevronDown />
            </IconButton>
          </>
        )}
        <span className={styles.gap} />
        {history && (
          <Button
            size="small"
            icon={<History />}
            aria-pressed={isHistory}
            onClick={() => setHistory(!isHistory)}
          >
            {t('sheet.cellHistory')}
          </Button>
        )}
        {aside}
      </search>
      {/* It only handles keys that bubble up from its children. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.body} onKeyDown={onFindKey}>
        <SheetGrid
          sheet={sheet}
          rows={rows}
          columns={columns}
          isFiltered={isFiltered && word.trim() !== ''}
          hits={hits}
          marks={marks}
          active={active}
          onActive={setActive}
        />
        {history && isHistory && (
          <Suspense>
            <CellHistory
              source={history}
              sheet={sheet}
              position={active}
              onMarks={setMarks}
              onClose={() => setHistory(false)}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
