import type { Text } from '@codemirror/state';

/** The number of lines between two positions; `to` is the position after the end of the last line. */
export function countLines(text: Text, from: number, to: number): number {
  if (from === to || text.length === 0) return 0;
  return text.lineAt(to - 1).number - text.lineAt(from).number + 1;
}
