import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Questions about a position of the text, answered by the Markdown syntax tree. */

const CODE = /^(?:FencedCode|CodeBlock|CodeText|InlineCode)$/;
const BLOCK_OF_CODE = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock)$/;
const TABLE = /^Table$/;
const LINK = /^(?:Link|Image|Autolink|URL|LinkReference)$/;
const VERBATIM =
  /^(?:FencedCode|CodeBlock|CodeText|InlineCode|URL|Autolink|LinkTitle|LinkReference|HTMLBlock|HTMLTag|Comment|CommentBlock)$/;

/** Long documents are parsed in the background; a keystroke must not wait for all of it. */
const PARSE_TIMEOUT_MS = 20;

function isInside(state: EditorState, at: number, side: -1 | 1, names: RegExp): boolean {
  const tree = ensureSyntaxTree(state, at, PARSE_TIMEOUT_MS) ?? syntaxTree(state);
  let node: { name: string; parent: unknown } | null = tree.resolveInner(at, side);
  for (; node; node = node.parent as typeof node) if (names.test(node.name)) return true;
  return false;
}

export const isInCode = (state: EditorState, at: number) => isInside(state, at, -1, CODE);
export const isInBlockOfCode = (state: EditorState, at: number) =>
  isInside(state, at, 1, BLOCK_OF_CODE);
export const isInTable = (state: EditorState, at: number) => isInside(state, at, -1, TABLE);
export const isInLink = (state: EditorState, at: number) => isInside(state, at, 1, LINK);

/** Whether the text at a position is code, HTML or the target of a link, where no menu may open. */
export function isVerbatim(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at);
  // An odd number of backticks is a code span whose end is not typed yet.
  const backticks = state.sliceDoc(line.from, at).split('`').length - 1;
  return backticks % 2 === 1 || isInside(state, at, 1, VERBATIM);
}
