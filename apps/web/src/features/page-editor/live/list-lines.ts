import type { EditorState, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { LiveLabels } from './live-labels.ts';
import { isActive, type LineRange } from './live-state.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';
import { CheckboxWidget, ListMarkWidget } from './text-widgets.ts';

interface ListContext {
  readonly state: EditorState;
  readonly active: readonly LineRange[];
  readonly labels: LiveLabels;
  /** The number of the item decorated last in each list, by the position of the list. */
  readonly numbers: Map<number, { item: number; number: number }>;
}

const MAX_DEPTH = 6;
const depths = Array.from({ length: MAX_DEPTH }, (_, at) => ({
  line: Decoration.line({ class: `live-item live-item-${at + 1}` }),
  prefix: Decoration.mark({
    class: 'live-mark live-prefix',
    attributes: { style: `--live-depth: ${at + 1}` },
  }),
}));
const numberMark = Decoration.mark({ class: 'live-number' });
const bullet = Decoration.replace({ widget: new ListMarkWidget('live-bullet', '•') });
const hidden = Decoration.replace({});

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node; node = node.parent)
    if (node.name === 'ListItem') depth += 1;
  return Math.min(depth, MAX_DEPTH);
}

/** The decorations of the lines of a list item without those of the lists in it. */
export function listLine(context: ListContext, item: SyntaxNode): Range<Decoration>[] {
  const mark = item.getChild('ListMark');
  const decorations = depths[depthOf(item) - 1];
  if (!mark || !decorations) return [];
  return [
    ...markOf(context, item, mark, decorations.prefix),
    ...indentedLines(context, item, decorations.line),
  ];
}

/** The number that readers see: Markdown takes only the first number of a list from the source. */
function numberOf({ state, numbers }: ListContext, item: SyntaxNode, mark: SyntaxNode): number {
  const list = item.parent?.from ?? item.from;
  const last = numbers.get(list);
  let first = item;
  let number = 0;
  for (let other = item.prevSibling; other; other = other.prevSibling) {
    if (other.name !== 'ListItem') continue;
    number += 1;
    first = other;
    if (other.from === last?.item) break;
  }
  const start = first.getChild('ListMark') ?? mark;
  number +=
    first.from === last?.item ? last.number : Number.parseInt(state.sliceDoc(start.from, start.to));
  numbers.set(list, { item: item.from, number });
  return number;
}

/** The mark with the spaces around it: a bullet, a number or a checkbox; its source in the block with the cursor. */
function markOf(
  context: ListContext,
  item: SyntaxNode,
  mark: SyntaxNode,
  prefix: Decoration,
): Range<Decoration>[] {
  const { state, active, labels } = context;
  const line = state.doc.lineAt(mark.from);
  const indent = /[ \t]*$/.exec(line.text.slice(0, mark.from - line.from))?.[0].length ?? 0;
  const from = mark.from - indent;
  const task = item.getChild('Task');
  const box = task?.getChild('TaskMarker');
  const markEnd = box ? box.to : mark.to;
  const space = /^[ \t]?/.exec(line.text.slice(markEnd - line.from))?.[0].length ?? 0;
  const to = markEnd + space;
  if (isActive(active, line.from)) return [prefix.range(from, to)];
  if (task && box) {
    const isChecked = state.sliceDoc(box.from, box.to) !== '[ ]';
    const label = labels.task(state.sliceDoc(to, line.to));
    const widget = new CheckboxWidget(isChecked, label);
    return [Decoration.replace({ widget }).range(from, to)];
  }
  if (item.parent?.name === 'BulletList') return [bullet.range(from, to)];
  const source = state.sliceDoc(mark.from, mark.to);
  const shown = `${numberOf(context, item, mark)}${source.slice(-1)}`;
  const decoration =
    shown === source
      ? numberMark
      : Decoration.replace({ widget: new ListMarkWidget('live-number', `${shown} `) });
  return [
    ...(indent > 0 ? [hidden.range(from, mark.from)] : []),
    ...(to > mark.from ? [decoration.range(mark.from, to)] : []),
  ];
}

/** The lines of the item's own text; other lines than the first begin with spaces, which are hidden. */
function indentedLines(
  { state, active }: ListContext,
  item: SyntaxNode,
  decoration: Decoration,
): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  const first = state.doc.lineAt(item.from);
  found.push(decoration.range(first.from));
  for (let child = item.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'Paragraph' && child.name !== 'Task') continue;
    for (let at = child.from; at <= child.to;) {
      const line = state.doc.lineAt(at);
      const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
      if (line.from > first.from) {
        found.push(decoration.range(line.from));
        if (indent > 0 && !isActive(active, line.from))
          found.push(hidden.range(line.from, line.from + indent));
      }
      at = line.to + 1;
    }
  }
  return found;
}
