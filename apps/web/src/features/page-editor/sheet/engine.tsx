import { Workbook } from '@fortune-sheet/react';
import '@fortune-sheet/react/dist/index.css';
import type { EngineSheet } from '@octavo/sheet/engine';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { createEngineCalculator } from '@octavo/sheet/formula/engine-results';
import { toEngine } from '@octavo/sheet/to-engine';
import { ROW_HEIGHT, USUAL_ROWS } from '@octavo/sheet/workbook';
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
import { randomId } from '../../../shared/keep/random-id.ts';
import { cellInFormat } from './cell-of-text.ts';
import { isChanged } from './changed-sheets.ts';
import { pastedCells } from './paste/pasted-cells.ts';
import styles from './sheet-editor.module.css';
import type { Typed } from './typed-cell.ts';

/** The toolbar without items that the content security policy blocks (external images) or that Octavo provides itself. */
const TOOLS = [
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

interface EngineProps {
  /** The stored content of the page. */
  content: string;
  /** Called after the user has changed cells. */
  onChanged: (sheets: readonly EngineSheet[]) => void;
  /** Called on every change, also of the visible sheet. */
  onShown: (sheets: readonly EngineSheet[]) => void;
  /** Called on every keystroke in a cell; with undefined when the edit is cancelled. */
  onTyped: (typed: Typed | undefined) => void;
}

type WorkbookInstance = ComponentRef<typeof Workbook>;
type EngineData = ComponentProps<typeof Workbook>['data'];

/** The inputs in which a cell is edited: over the cell and in the formula bar. */
const CELL_FIELD = '.luckysheet-cell-input';
const FIELDS = `${CELL_FIELD}, .fortune-fx-input`;
/** The `keyCode` that browsers report for keys handled by an input method editor. */
const IME_KEY = 229;

interface Selection {
  row: number[];
  column: number[];
  row_focus?: number | undefined;
  column_focus?: number | undefined;
}

/** An emptied contenteditable element contains a single line break. */
function textIn({ innerText }: HTMLElement): string {
  return innerText === '\n' ? '' : innerText;
}

/** The FortuneSheet component. It reads `content` only when it mounts and holds the cells from then on. */
export const Engine = memo(function Engine({ content, onChanged, onShown, onTyped }: EngineProps) {
  const { language } = useLanguage();
  const { t } = useText();
  const firstName = t('sheetEditor.firstSheet');
  const first = useMemo(() => toEngine(readCalculated(content), firstName), [content, firstName]);
  const workbook = useRef<WorkbookInstance>(null);
  const [calculator] = useState(createEngineCalculator);
  // Changes before the first user operation are FortuneSheet normalizing its own data.
  const isActed = useRef(false);
  const last = useRef<readonly EngineSheet[]>(undefined);
  const onOp = useCallback(() => {
    isActed.current = true;
  }, []);
  const onChange = useCallback(
    (data: unknown) => {
      const sheets = data as readonly EngineSheet[];
      const isOther = isChanged(last.current, sheets);
      last.current = sheets;
      if (isActed.current && isOther) onChanged(sheets);
      onShown(sheets);
      if (!isOther) return;
      const operations = calculator(sheets).map(({ id, row, column, cell }) => ({
        op: 'replace' as const,
        id,
        path: ['data', row, column],
        value: cell,
      }));
      if (operations.length > 0) workbook.current?.applyOp(operations);
    },
    [onChanged, onShown, calculator],
  );
  // FortuneSheet repaints only on window resize, but a banner or a theme change also requires a repaint.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const paint = () => globalThis.dispatchEvent(new Event('resize'));
    const theme = new MutationObserver(paint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const size = new ResizeObserver(paint);
    if (frame.current) size.observe(frame.current);
    return () => {
      theme.disconnect();
      size.disconnect();
    };
  }, []);
  const place = useRef<Omit<Typed, 'text'>>(undefined);
  const hooks = useMemo(
    () => ({
      // The first two hooks are not part of FortuneSheet: plugins/patch-fortune-sheet.ts adds the calls to them.
      meaningOf: cellInFormat,
      pastedCells: (data: DataTransfer, { row, column }: Selection) => {
        return pastedCells(data, { row: row[0] ?? 0, column: column[0] ?? 0 });
      },
      afterSelectionChange: (sheet: string, { row_focus, column_focus }: Selection) => {
        place.current =
          row_focus === undefined || column_focus === undefined
            ? undefined
            : { sheet, row: row_focus, column: column_focus };
      },
    }),
    [],
  );
  // FortuneSheet reports a cell only after the user leaves it; until then its text exists only in the DOM.
  const onInput = ({ target }: SyntheticEvent) => {
    const field = (target as Element).closest<HTMLElement>(FIELDS);
    if (field && place.current) onTyped({ ...place.current, text: textIn(field) });
  };
  // Emoji pickers and voice input send no key events, but FortuneSheet starts editing a cell only on `keydown`.
  const onBeforeInput = ({ target }: SyntheticEvent) => {
    const field = (target as Element).closest<HTMLElement>(CELL_FIELD);
    if (field?.closest<HTMLElement>('.luckysheet-input-box')?.style.zIndex === '-1')
      field.dispatchEvent(
        new globalThis.KeyboardEvent('keydown', {
          key: 'Process',
          keyCode: IME_KEY,
          bubbles: true,
        }),
      );
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && (target as Element).closest(FIELDS)) onTyped(undefined);
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
        data={first as unknown as EngineData}
        lang={language === 'zh-cn' ? 'zh' : 'en'}
        row={USUAL_ROWS}
        // FortuneSheet adds 1 px for the line below each row.
        defaultRowHeight={ROW_HEIGHT - 1}
        toolbarItems={TOOLS}
        generateSheetId={randomId}
        hooks={hooks}
        onOp={onOp}
        onChange={onChange}
      />
    </div>
  );
});
