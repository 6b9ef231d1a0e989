import type { Text } from '@codemirror/state';

/** How many lines of a text lie from `from` to one past the end of the last of them. */
export function countLines(text: Text, from: number, to: number): number {
  if (from === to || text.length === 0) return 0;
  return text.lineAt(to - 1).number - text.lineAt(from).number + 1;
}
