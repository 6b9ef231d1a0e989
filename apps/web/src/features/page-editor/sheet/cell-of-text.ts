import type { EngineCell } from '@octavo/sheet/engine';
import { meaningOf, outgrows } from '@octavo/sheet/meaning';

/** The FortuneSheet cell of a typed text, which is preserved verbatim; null for an empty text. */
export function cellOfText(text: string): EngineCell | null {
  if (text === '') return null;
  const meaning = meaningOf(text);
  if (!meaning) return text.startsWith('=') ? { f: text } : { v: text, m: text };
  const { value, format, type } = meaning;
  const cell: EngineCell = { v: value, m: meaning.text, ct: { fa: format, t: type } };
  // Wrap the text, so that all its lines are visible.
  return text.includes('\n') ? { ...cell, tb: '2' } : cell;
}

/** The cell of a text in a cell with a number format; undefined when FortuneSheet formats it correctly itself. */
export function cellInFormat(text: string, format: string | undefined): EngineCell | undefined {
  if (format === '@') return { v: text, m: text, ct: { fa: '@', t: 's' } };
  if (format !== undefined && format !== 'General' && !outgrows(text, format)) return undefined;
  const cell = cellOfText(text);
  return cell?.ct && cell;
}
