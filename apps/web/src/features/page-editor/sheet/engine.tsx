import { Workbook } from '@fortune-sheet/react';
import '@fortune-sheet/react/dist/index.css';
import type { EngineSheet } from '@octavo/sheet/engine';
import { ROW_HEIGHT, USUAL_ROWS } from '@octavo/sheet/workbook';
import { memo, useCallback, useRef, type ComponentProps } from 'react';
import { useLanguage } from '../../../shared/i18n/texts.tsx';
import { randomId } from '../../../shared/keep/random-id.ts';
import { isChanged } from './changed-sheets.ts';
import styles from './sheet-editor.module.css';

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
  first: readonly EngineSheet[];
  /** The cells were changed by a person. */
  onChanged: (sheets: readonly EngineSheet[]) => void;
  /** Something else was changed, such as which sheet is looked at. */
  onShown: (sheets: readonly EngineSheet[]) => void;
}

type EngineData = ComponentProps<typeof Workbook>['data'];

/** The spreadsheet engine. It is given a workbook once and has it to itself from then on. */
export const Engine = memo(function Engine({ first, onChanged, onShown }: EngineProps) {
  const { language } = useLanguage();
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
    },
    [onChanged, onShown],
  );
  return (
    <div className={styles.engine}>
      <Workbook
        // It knows its own data under another type, with the same fields.
        data={first as unknown as EngineData}
        lang={language === 'zh-cn' ? 'zh' : 'en'}
        row={USUAL_ROWS}
        defaultRowHeight={ROW_HEIGHT}
        toolbarItems={TOOLS}
        generateSheetId={randomId}
        onOp={onOp}
        onChange={onChange}
      />
    </div>
  );
});
