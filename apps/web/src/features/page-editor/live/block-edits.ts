import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, TransactionSpec } from '@codemirror/state';
import type { Block } from './find-blocks.ts';
import type { LineRange } from './live-state.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';

/** A block that can be moved as a whole: a block of the page, or an item of a list. */
export interface MovableBlock extends LineRange {
  readonly isItem: boolean;
}

/** All blocks in their order. `drawn` are those that consist of several nodes of the grammar. */
export function listBlocks(state: EditorState, drawn: readonly Block[]): MovableBlock[] {
  const blocks: MovableBlock[] = [];
  const { doc } = state;
  const add = (node: SyntaxNode, isItem: boolean) => {
    const from = doc.lineAt(node.from).from;
    const last = blocks.at(-1);
    if (last && from <= last.to) return;
    const whole = drawn.find((block) => block.from === from && block.indent === 0);
    blocks.push({ from, to: whole?.to ?? trimmedEnd(state, from, node.to), isItem });
  };
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    const isList = node.name === 'BulletList' || node.name === 'OrderedList';
    if (isList) for (const item of node.getChildren('ListItem')) add(item, true);
    else add(node, false);
  }
  return blocks;
}

/** Blank lines behind a block do not belong to it. */
function trimmedEnd({ doc }: EditorState, from: number, end: number): number {
  let line = doc.lineAt(end);
  while (line.from > from && line.text.trim() === '') line = doc.line(line.number - 1);
  return line.to;
}

export function blockOfLine(blocks: readonly MovableBlock[], at: number): number {
  return blocks.findIndex(({ from, to }) => from <= at && to >= at);
}

/** Items of a list need no blank line between them. */
const separator = (before: MovableBlock, after: MovableBlock) =>
  before.isItem && after.isItem ? '\n' : '\n\n';

const isBlank = (state: EditorState, number: number) =>
  number < 1 || number > state.doc.lines || state.doc.line(number).text.trim() === '';

/** The change that removes a block and the blank lines that only separated it. */
function removal(state: EditorState, blocks: readonly MovableBlock[], index: number): ChangeSpec {
  const block = blocks[index];
  if (!block) return [];
  const next = blocks[index + 1];
  const isSeparated = isBlank(state, state.doc.lineAt(block.from).number - 1);
  if (next && isSeparated) return { from: block.from, to: next.from };
  const previous = blocks[index - 1];
  if (!next && previous) return { from: previous.to, to: block.to };
  return { from: block.from, to: Math.min(block.to + 1, state.doc.length) };
}

const step = { annotations: isolateHistory.of('full'), scrollIntoView: true } as const;

export function deleteBlock(
  state: EditorState,
  blocks: readonly MovableBlock[],
  index: number,
): TransactionSpec {
  return { ...step, changes: removal(state, blocks, index), userEvent: 'delete' };
}

export function duplicateBlock(
  state: EditorState,
  blocks: readonly MovableBlock[],
  index: number,
): TransactionSpec {
  const block = blocks[index];
  if (!block) return {};
  const space = separator(block, block);
  const insert = space + state.sliceDoc(block.from, block.to);
  return {
    ...step,
    changes: { from: block.to, insert },
    selection: { anchor: block.to + space.length },
    userEvent: 'input',
  };
}

/** Moves a block in front of the block `target`, or to the end; undefined if it stays where it is. */
export function moveBlock(
  state: EditorState,
  blocks: readonly MovableBlock[],
  index: number,
  target: number,
): TransactionSpec | undefined {
  const block = blocks[index];
  if (!block || target === index || target === index + 1) return undefined;
  const text = state.sliceDoc(block.from, block.to);
  const after = blocks[target];
  const before = blocks[target - 1];
  const isTight = after && !isBlank(state, state.doc.lineAt(after.from).number - 1);
  const start =
    before && (!after || (isTight && separator(before, block) !== '\n'))
      ? separator(before, block).slice(after ? 1 : 0)
      : '';
  const insert = start + text + (after ? separator(block, after) : '');
  const at = after ? after.from : (before?.to ?? 0);
  const changes = state.changes([removal(state, blocks, index), { from: at, insert }]);
  const offset = Math.min(Math.max(state.selection.main.head - block.from, 0), text.length);
  return {
    ...step,
    changes,
    selection: { anchor: changes.mapPos(at, -1) + start.length + offset },
    userEvent: 'move',
  };
}
