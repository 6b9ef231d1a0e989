import type { EditorView } from '@codemirror/view';

/** The position of a preview block and the source line it comes from. */
interface Mark {
  readonly line: number;
  readonly top: number;
}

function marksOf(pane: HTMLElement, lines: number): Mark[] {
  const start = pane.getBoundingClientRect().top - pane.scrollTop;
  const marks = [...pane.querySelectorAll<HTMLElement>('[data-line]')].map((block) => ({
    line: Number(block.dataset['line']),
    top: block.getBoundingClientRect().top - start,
  }));
  return [{ line: 0, top: 0 }, ...marks, { line: lines, top: pane.scrollHeight }];
}

/** Interpolates linearly between two marks. */
function between(marks: readonly Mark[], by: keyof Mark, to: keyof Mark, value: number): number {
  const at = marks.findLastIndex((mark) => mark[by] <= value);
  const from = marks[Math.max(at, 0)];
  const next = marks[at + 1];
  if (!from) return 0;
  if (!next || next[by] === from[by]) return from[to];
  return from[to] + ((value - from[by]) / (next[by] - from[by])) * (next[to] - from[to]);
}

/** The scroll progress from 0 to 1. Both panes align at the same fraction of their height. */
function progress({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  return Math.min(1, scrollTop / Math.max(1, scrollHeight - clientHeight));
}

function lineAt(view: EditorView, height: number): number {
  const block = view.lineBlockAtHeight(Math.max(0, height));
  const part = block.height > 0 ? (height - block.top) / block.height : 0;
  return view.state.doc.lineAt(block.from).number - 1 + Math.min(Math.max(part, 0), 1);
}

function heightOf(view: EditorView, line: number): number {
  const { doc } = view.state;
  const block = view.lineBlockAt(doc.line(Math.min(Math.floor(line) + 1, doc.lines)).from);
  return block.top + Math.min(line % 1, 1) * block.height;
}

/** Synchronizes the scroll positions of source and preview; the pane used last leads. */
export function scrollInStep(view: EditorView, pane: HTMLElement): () => void {
  const source = view.scrollDOM;
  let leader: HTMLElement = source;
  const lead = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLElement) leader = currentTarget;
  };
  const follow = ({ currentTarget }: Event) => {
    if (currentTarget !== leader) return;
    const marks = marksOf(pane, view.state.doc.lines);
    const share = progress(leader);
    const eye = leader.scrollTop + share * leader.clientHeight;
    if (leader === source) {
      const line = lineAt(view, eye - view.documentPadding.top);
      pane.scrollTop = between(marks, 'line', 'top', line) - share * pane.clientHeight;
    } else {
      const line = between(marks, 'top', 'line', eye);
      source.scrollTop =
        heightOf(view, line) + view.documentPadding.top - share * source.clientHeight;
    }
  };
  const ways = ['pointerdown', 'wheel', 'touchstart', 'focusin', 'keydown'];
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
