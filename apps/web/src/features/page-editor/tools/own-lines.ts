import type { EditorState } from '@codemirror/state';

/** Surrounds a multi-line text with blank lines where other text precedes or follows it on the same line. */
export function onOwnLines(text: string, state: EditorState, from: number, to: number): string {
  if (!text.includes('\n')) return text;
  const isBehind = state.sliceDoc(state.doc.lineAt(from).from, from).trim() !== '';
  const isBefore = state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== '';
  return `${isBehind ? '\n\n' : ''}${text}${isBefore ? '\n\n' : ''}`;
}
