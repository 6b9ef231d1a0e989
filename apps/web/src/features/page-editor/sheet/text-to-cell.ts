import type { FortuneCell } from '@octavo/sheet/fortune-format';
import { parseCellInput, losesPrecision } from '@octavo/sheet/parse-cell-input';

/** The FortuneSheet cell of a typed text, which is preserved verbatim; null for an empty text. */
export function textToCell(text: string): FortuneCell | null {
  if (text === '') return null;
  const parsed = parseCellInput(text);
  if (!parsed) return text.startsWith('=') ? { f: text } : { v: text, m: text };
  const { value, format, type } = parsed;
  const cell: FortuneCell = { v: value, m: parsed.text, ct: { fa: format, t: type } };
  // Wrap the text, so that all its lines are visible.
  return text.includes('\n') ? { ...cell, tb: '2' } : cell;
}

/** The cell of a text in a cell with a number format; undefined when FortuneSheet formats it correctly itself. */
export function textToFormattedCell(
  text: string,
  format: string | undefined,
): FortuneCell | undefined {
  if (format === '@') return { v: text, m: text, ct: { fa: '@', t: 's' } };
  if (format !== undefined && format !== 'General' && !losesPrecision(text, format))
    return undefined;
  const cell = textToCell(text);
  return cell?.ct && cell;
}
