import type { EditorState } from '@codemirror/state';

/** Surrounds a multi-line text with blank lines where other text precedes or follows it on the same line. */
export function surroundWithBlankLines(
  text: string,
  state: EditorState,
  from: number,
  to: number,
): string {
  if (!text.includes('\n')) return text;
  const hasTextBefore = state.sliceDoc(state.doc.lineAt(from).from, from).trim() !== '';
  const hasTextAfter = state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== '';
  return `${hasTextBefore ? '\n\n' : ''}${text}${hasTextAfter ? '\n\n' : ''}`;
}
