import type { EditorView } from '@codemirror/view';

/** A block of the preview and the line of the source it comes from. */
interface Mark {
  readonly line: number;
  readonly top: number;
}

function marksOf(pane: HTMLElement): Mark[] {
  const start = pane.getBoundingClientRect().top - pane.scrollTop;
  const marks = [...pane.querySelectorAll<HTMLElement>('[data-line]')].map((block) => ({
    line: Number(block.dataset['line']),
    top: block.getBoundingClientRect().top - start,
  }));
  const last = Math.max(0, pane.scrollHeight - pane.clientHeight);
  return [{ line: 0, top: 0 }, ...marks.filter(({ top }) => top < last)];
}

/** Between two marks one goes on evenly. */
function between(marks: readonly Mark[], by: keyof Mark, to: keyof Mark, value: number): number {
  const at = marks.findLastIndex((mark) => mark[by] <= value);
  const from = marks[Math.max(at, 0)];
  const next = marks[at + 1];
  if (!from) return 0;
  if (!next || next[by] === from[by]) return from[to];
  return from[to] + ((value - from[by]) / (next[by] - from[by])) * (next[to] - from[to]);
}

function topLine(view: EditorView): number {
  const top = view.scrollDOM.scrollTop - view.documentPadding.top;
  const block = view.lineBlockAtHeight(Math.max(0, top));
  const part = block.height > 0 ? Math.max(0, top - block.top) / block.height : 0;
  return view.state.doc.lineAt(block.from).number - 1 + Math.min(part, 1);
}

function scrollToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const number = Math.min(Math.floor(line) + 1, doc.lines);
  const block = view.lineBlockAt(doc.line(number).from);
  view.scrollDOM.scrollTop = block.top + (line % 1) * block.height + view.documentPadding.top;
}

const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) =>
  scrollTop + clientHeight >= scrollHeight - 1;

/** Keeps source and preview at the same place; the one under the pointer or the focus leads. */
export function scrollInStep(view: EditorView, pane: HTMLElement): () => void {
  const source = view.scrollDOM;
  let leader: HTMLElement = source;
  const lead = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLElement) leader = currentTarget;
  };
  const follow = ({ currentTarget }: Event) => {
    if (currentTarget !== leader) return;
    const marks = marksOf(pane);
    if (leader === source)
      pane.scrollTop = isAtEnd(source)
        ? pane.scrollHeight
        : between(marks, 'line', 'top', topLine(view));
    else scrollToLine(view, between(marks, 'top', 'line', pane.scrollTop));
  };
  const ways = ['pointerenter', 'pointerdown', 'wheel', 'touchstart', 'focusin', 'keydown'];
  for (const side of [source, pane]) {
    for (const way of ways) side.addEventListener(way, lead, { passive: true });
    side.addEventListener('scroll', follow, { passive: true });
  }
  return () => {
    for (const side of [source, pane]) {
      for (const way of ways) side.removeEventListener(way, lead);
      side.removeEventListener('scroll', follow);
    }
  };
}
