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

/** The toolbar without what the content policy forbids (pictures from anywhere) and what we have ourselves. */
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
  /** The table as it is stored. */
  content: string;
  /** The cells were changed by a person. */
  onChanged: (sheets: readonly EngineSheet[]) => void;
  /** Something else was changed, such as which sheet is looked at. */
  onShown: (sheets: readonly EngineSheet[]) => void;
  /** A cell is being typed in, letter by letter; undefined when that was given up. */
  onTyped: (typed: Typed | undefined) => void;
}

type WorkbookInstance = ComponentRef<typeof Workbook>;
type EngineData = ComponentProps<typeof Workbook>['data'];

/** Where the engine lets a person type into a cell: over it, or in the line above. */
const CELL_FIELD = '.luckysheet-cell-input';
const FIELDS = `${CELL_FIELD}, .fortune-fx-input`;
/** What browsers say when a key went to an input method. */
const IME_KEY = 229;

interface Selection {
  row: number[];
  column: number[];
  row_focus?: number | undefined;
  column_focus?: number | undefined;
}

/** A field that was emptied holds a line end of its own. */
function textIn({ innerText }: HTMLElement): string {
  return innerText === '\n' ? '' : innerText;
}

/** The spreadsheet engine. It is given a workbook once and has it to itself from then on. */
export const Engine = memo(function Engine({ content, onChanged, onShown, onTyped }: EngineProps) {
  const { language } = useLanguage();
  const { t } = useText();
  const firstName = t('sheetEditor.firstSheet');
  const first = useMemo(() => toEngine(readCalculated(content), firstName), [content, firstName]);
  const workbook = useRef<WorkbookInstance>(null);
  const [calculator] = useState(createEngineCalculator);
  // Until the first act of a person, what changes is the engine putting its own things in order.
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
  // The spreadsheet paints itself again only when the window is resized: a banner and a theme change it too.
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
      // The first two are ours: plugins/mended-engine.ts asks them.
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
  // The engine tells of a cell when it is left; until then its text is nowhere but on the screen.
  const onInput = ({ target }: SyntheticEvent) => {
    const field = (target as Element).closest<HTMLElement>(FIELDS);
    if (field && place.current) onTyped({ ...place.current, text: textIn(field) });
  };
  // A panel of emoji, or a voice, gives letters without a key; the engine knows that a cell is begun by a key.
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
    // It only listens to what happens in the engine.
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
        // It knows its own data under another type, with the same fields.
        data={first as unknown as EngineData}
        lang={language === 'zh-cn' ? 'zh' : 'en'}
        row={USUAL_ROWS}
        // It adds the line below a row.
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
