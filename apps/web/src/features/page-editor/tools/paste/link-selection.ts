import { isolateHistory } from '@codemirror/commands';
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { isInCode, isInLink } from '../../source/syntax.ts';

const URL_TEXT = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/** A URL pasted over text makes the text a link; undefined for any other pasted text. */
export function linkSelection(state: EditorState, url: string): TransactionSpec | undefined {
  const { ranges } = state.selection;
  if (!URL_TEXT.test(url) || ranges.some(({ empty }) => empty)) return undefined;
  if (ranges.some(({ from, to }) => !isLinkable(state, from, to))) return undefined;
  const change = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to);
    // A URL replaces a URL.
    const insert = URL_TEXT.test(text.trim()) ? url : markdownLink(text, url);
    return {
      changes: { from, to, insert },
      range: EditorSelection.cursor(from + insert.length),
    };
  });
  return {
    ...change,
    userEvent: 'input.paste',
    scrollIntoView: true,
    annotations: isolateHistory.of('full'),
  };
}

/** Code stays as it is, a link cannot contain another link, and link text has no line breaks. */
function isLinkable(state: EditorState, from: number, to: number): boolean {
  const text = state.sliceDoc(from, to);
  if (URL_TEXT.test(text.trim())) return true;
  const isOnePiece = text.trim() !== '' && !text.includes('\n');
  return isOnePiece && !isInCode(state, from) && !isInCode(state, to) && !isInLink(state, from);
}

function markdownLink(text: string, url: string): string {
  const label = isBalanced(text, '[', ']')
    ? text
    : text.replaceAll(/(?<!\\)[[\]]/g, String.raw`\$&`);
  return `[${label}](${isBalanced(url, '(', ')') ? url : `<${url}>`})`;
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const letter of text.replaceAll(/\\./g, '')) {
    if (letter === open) depth += 1;
    if (letter === close) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
