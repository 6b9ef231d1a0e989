import { Workbook } from '@fortune-sheet/react';
import '@fortune-sheet/react/dist/index.css';
import type { FortuneSheet } from '@octavo/sheet/fortune-format';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { createFortuneCalculator } from '@octavo/sheet/formula/fortune-results';
import { toFortune } from '@octavo/sheet/to-fortune';
import { ROW_HEIGHT, DEFAULT_ROWS } from '@octavo/sheet/workbook';
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentRef,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { textToFormattedCell } from './text-to-cell.ts';
import { haveSheetsChanged } from './changed-sheets.ts';
import { parsePastedCells } from './paste/parse-pasted-cells.ts';
import styles from './sheet-editor.module.css';
import { CELL_INPUT, type EditedCell } from './edited-cell.ts';

/** The toolbar without items that the content security policy blocks (external images) or that Octavo provides itself. */
const TOOLBAR_ITEMS = [
  'undo',
  'redo',
  'format-painter',
  'clear-format',
  '|',
  'currency-format',
  'percentage-format',
  'number-decrease',
  'number-increase',
  'format',
  '|',
  'font',
  'font-size',
  '|',
  'bold',
  'italic',
  'strike-through',
  'underline',
  '|',
  'font-color',
  'background',
  'border',
  'merge-cell',
  '|',
  'horizontal-align',
  'vertical-align',
  'text-wrap',
  '|',
  'freeze',
  'conditionFormat',
  'filter',
  'quick-formula',
  'dataVerification',
  'splitColumn',
  'comment',
  'search',
];

interface SpreadsheetProps {
  /** The stored content of the page. */
  content: string;
  /** Called after the user has changed cells. */
  onUserChange: (sheets: readonly FortuneSheet[]) => void;
  /** Called on every change, also of the visible sheet. */
  onUpdate: (sheets: readonly FortuneSheet[]) => void;
  /** Called on every keystroke in a cell; with undefined when the edit is cancelled. */
  onCellEdit: (editedCell: EditedCell | undefined) => void;
}

type WorkbookInstance = ComponentRef<typeof Workbook>;
type WorkbookData = ComponentProps<typeof Workbook>['data'];

/** The inputs in which a cell is edited: over the cell and in the formula bar. */
const CELL_INPUTS = `${CELL_INPUT}, .fortune-fx-input`;
/** The `keyCode` that browsers report for keys handled by an input method editor. */
const IME_KEY_CODE = 229;

interface Selection {
  row: number[];
  column: number[];
  row_focus?: number | undefined;
  column_focus?: number | undefined;
}

/** An emptied contenteditable element contains a single line break. */
function readText({ innerText }: HTMLElement): string {
  return innerText === '\n' ? '' : innerText;
}

/** The FortuneSheet component. It reads `content` only when it mounts and holds the cells from then on. */
export const Spreadsheet = memo(function Spreadsheet({
  content,
  onUserChange,
  onUpdate,
  onCellEdit,
}: SpreadsheetProps) {
  const { language } = useLanguage();
  const { t } = useText();
  const firstSheetName = t('sheetEditor.firstSheet');
  const initialSheets = useMemo(
    () => toFortune(readCalculated(content), firstSheetName),
    [content, firstSheetName],
  );
  const workbook = useRef<WorkbookInstance>(null);
  const [calculator] = useState(createFortuneCalculator);
  // Changes before the first user operation are FortuneSheet normalizing its own data.
  const hasUserOperation = useRef(false);
  const lastSheets = useRef<readonly FortuneSheet[]>(undefined);
  const onOp = useCallback(() => {
    hasUserOperation.current = true;
  }, []);
  const onChange = useCallback(
    (data: unknown) => {
      const sheets = data as readonly FortuneSheet[];
      const hasChanged = haveSheetsChanged(lastSheets.current, sheets);
      lastSheets.current = sheets;
      if (hasUserOperation.current && hasChanged) onUserChange(sheets);
      onUpdate(sheets);
      if (!hasChanged) return;
      const operations = calculator(sheets).map(({ id, row, column, cell }) => ({
        op: 'replace' as const,
        id,
        path: ['data', row, column],
        value: cell,
      }));
      if (operations.length > 0) workbook.current?.applyOp(operations);
    },
    [onUserChange, onUpdate, calculator],
  );
  // FortuneSheet repaints only on window resize, but a banner or a theme change also requires a repaint.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const repaint = () => globalThis.dispatchEvent(new Event('resize'));
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const size = new ResizeObserver(repaint);
    if (frame.current) size.observe(frame.current);
    return () => {
      theme.disconnect();
      size.disconnect();
    };
  }, []);
  const activeCell = useRef<Omit<EditedCell, 'text'>>(undefined);
  const hooks = useMemo(
    () => ({
      // The first two hooks are not part of FortuneSheet: plugins/patch-fortune-sheet.ts adds the calls to them.
      meaningOf: textToFormattedCell,
      pastedCells: (data: DataTransfer, { row, column }: Selection) => {
        return parsePastedCells(data, { row: row[0] ?? 0, column: column[0] ?? 0 });
      },
      afterSelectionChange: (sheet: string, { row_focus, column_focus }: Selection) => {
        activeCell.current =
          row_focus === undefined || column_focus === undefined
            ? undefined
            : { sheet, row: row_focus, column: column_focus };
      },
    }),
    [],
  );
  // FortuneSheet reports a cell only after the user leaves it; until then its text exists only in the DOM.
  const onInput = ({ target }: SyntheticEvent) => {
    const field = (target as Element).closest<HTMLElement>(CELL_INPUTS);
    if (field && activeCell.current) onCellEdit({ ...activeCell.current, text: readText(field) });
  };
  // Emoji pickers and voice input send no key events, but FortuneSheet starts editing a cell only on `keydown`.
  const onBeforeInput = ({ target }: SyntheticEvent) => {
    const field = (target as Element).closest<HTMLElement>(CELL_INPUT);
    if (field?.closest<HTMLElement>('.luckysheet-input-box')?.style.zIndex === '-1')
      field.dispatchEvent(
        new globalThis.KeyboardEvent('keydown', {
          key: 'Process',
          keyCode: IME_KEY_CODE,
          bubbles: true,
        }),
      );
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && (target as Element).closest(CELL_INPUTS)) onCellEdit(undefined);
  };
  return (
    // The element only observes events that bubble from the spreadsheet.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={styles.engine}
      onBeforeInputCapture={onBeforeInput}
      onInput={onInput}
      onKeyDownCapture={onKeyDown}
    >
      <Workbook
        ref={workbook}
        // FortuneSheet declares its own type for this data, with the same fields.
        data={initialSheets as unknown as WorkbookData}
        lang={language === 'zh-cn' ? 'zh' : 'en'}
        row={DEFAULT_ROWS}
        // FortuneSheet adds 1 px for the line below each row.
        defaultRowHeight={ROW_HEIGHT - 1}
        toolbarItems={TOOLBAR_ITEMS}
        generateSheetId={randomId}
        hooks={hooks}
        onOp={onOp}
        onChange={onChange}
      />
    </div>
  );
});
