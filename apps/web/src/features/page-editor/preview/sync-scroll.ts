import type { EditorView } from '@codemirror/view';

/** The position of a preview block and the source line it comes from. */
interface LineMark {
  readonly line: number;
  readonly top: number;
}

function measureMarks(pane: HTMLElement, lines: number): LineMark[] {
  const start = pane.getBoundingClientRect().top - pane.scrollTop;
  const marks = [...pane.querySelectorAll<HTMLElement>('[data-line]')].map((block) => ({
    line: Number(block.dataset['line']),
    top: block.getBoundingClientRect().top - start,
  }));
  return [{ line: 0, top: 0 }, ...marks, { line: lines, top: pane.scrollHeight }];
}

/** Interpolates linearly between two marks. */
function interpolate(
  marks: readonly LineMark[],
  by: keyof LineMark,
  to: keyof LineMark,
  value: number,
): number {
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
  const lineFraction = block.height > 0 ? (height - block.top) / block.height : 0;
  return view.state.doc.lineAt(block.from).number - 1 + Math.min(Math.max(lineFraction, 0), 1);
}

function topOfLine(view: EditorView, line: number): number {
  const { doc } = view.state;
  const block = view.lineBlockAt(doc.line(Math.min(Math.floor(line) + 1, doc.lines)).from);
  return block.top + Math.min(line % 1, 1) * block.height;
}

/** Synchronizes the scroll positions of source and preview; the pane used last leads. */
export function syncScroll(view: EditorView, pane: HTMLElement): () => void {
  const source = view.scrollDOM;
  let leader: HTMLElement = source;
  /** The text when the user last scrolled or clicked; while it is unchanged, the user may read elsewhere than at the cursor. */
  let readText = view.state.doc;
  const setLeader = ({ currentTarget, type }: Event) => {
    if (currentTarget instanceof HTMLElement) leader = currentTarget;
    // Keys keep the cursor of the source in view.
    if (leader === pane || (type !== 'keydown' && type !== 'focusin')) readText = view.state.doc;
  };
  const syncFollower = ({ currentTarget }: Event) => {
    if (currentTarget !== leader) return;
    const marks = measureMarks(pane, view.state.doc.lines);
    const fraction = progress(leader);
    const anchor = leader.scrollTop + fraction * leader.clientHeight;
    if (leader === source) {
      const line = lineAt(view, anchor - view.documentPadding.top);
      pane.scrollTop = interpolate(marks, 'line', 'top', line) - fraction * pane.clientHeight;
    } else {
      const line = interpolate(marks, 'top', 'line', anchor);
      source.scrollTop =
        topOfLine(view, line) + view.documentPadding.top - fraction * source.clientHeight;
    }
  };
  // A source that fits in its pane never scrolls, however long its preview gets.
  const revealCursor = () => {
    if (leader !== source || !view.hasFocus || view.state.doc === readText) return;
    const marks = measureMarks(pane, view.state.doc.lines);
    const line = view.state.doc.lineAt(view.state.selection.main.head).number - 1;
    const top = interpolate(marks, 'line', 'top', line);
    const bottom = interpolate(marks, 'line', 'top', line + 1);
    if (bottom > pane.scrollTop + pane.clientHeight)
      pane.scrollTop = Math.min(top, bottom - pane.clientHeight);
    else if (top < pane.scrollTop) pane.scrollTop = top;
  };
  const contentSize = new ResizeObserver(revealCursor);
  for (const content of pane.children) contentSize.observe(content);
  const inputEvents = ['pointerdown', 'wheel', 'touchstart', 'focusin', 'keydown'];
  for (const side of [source, pane]) {
    for (const eventName of inputEvents)
      side.addEventListener(eventName, setLeader, { passive: true });
    side.addEventListener('scroll', syncFollower, { passive: true });
  }
  return () => {
    contentSize.disconnect();
    for (const side of [source, pane]) {
      for (const eventName of inputEvents) side.removeEventListener(eventName, setLeader);
      side.removeEventListener('scroll', syncFollower);
    }
  };
}
