import type { EngineCell } from '@octavo/sheet/engine';
import { meaningOf, outgrows } from '@octavo/sheet/meaning';

/** A text as the engine keeps it, unchanged; null when there is none. */
export function cellOfText(text: string): EngineCell | null {
  if (text === '') return null;
  const meaning = meaningOf(text);
  if (!meaning) return text.startsWith('=') ? { f: text } : { v: text, m: text };
  const { value, format, type } = meaning;
  const cell: EngineCell = { v: value, m: meaning.text, ct: { fa: format, t: type } };
  // Several lines have to be seen.
  return text.includes('\n') ? { ...cell, tb: '2' } : cell;
}

/** What a text becomes in a cell of some format; undefined: the engine knows how to write it. */
export function cellInFormat(text: string, format: string | undefined): EngineCell | undefined {
  if (format === '@') return { v: text, m: text, ct: { fa: '@', t: 's' } };
  if (format !== undefined && format !== 'General' && !outgrows(text, format)) return undefined;
  const cell = cellOfText(text);
  return cell?.ct && cell;
}
