import type { StateBlock } from 'markdown-it';

/** The text of a line without indentation and container markers. */
export function lineAt(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trim();
}

/** Whether a line is indented enough to be a code block. */
export function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

/** Whether a line is indented less than the content of the current list item, quotation or footnote. */
export function isOutdented(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) < state.blkIndent;
}
