import { Chunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { currentChange, markChange } from './current-change.ts';
import { changeSigns } from './change-signs.ts';

/** The result of a comparison, with navigation to each change. */
export interface ComparisonResult {
  readonly count: number;
  readonly added: number;
  readonly removed: number;
  readonly show: (index: number) => void;
}

export interface CompareLabels {
  readonly current: string;
  readonly former: string;
  readonly both: string;
  readonly folded: string;
}

interface CompareOptions {
  readonly parent: HTMLElement;
  readonly current: string;
  readonly former: string;
  readonly isNarrow: boolean;
  readonly onlyChanges: boolean;
  /** The former text is on the left; otherwise the current one. */
  readonly isFormerFirst: boolean;
  readonly labels: CompareLabels;
}

/** Limits the time for long texts with many differences; the result is coarser then. */
const diffConfig = { scanLimit: 2000, timeout: 2000 };
const folding = { collapseUnchanged: { margin: 3, minSize: 4 } };

function readOnly(label: string, sign: Extension, labels: CompareLabels): Extension {
  return [
    lineNumbers(),
    sign,
    currentChange,
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.phrases.of({ '$ unchanged lines': labels.folded }),
  ];
}

/** Counts the lines that were added and removed between two texts. */
export function compareLines(former: string, current: string) {
  // The library marks text that only "a" has as deleted, and text that only "b" has as inserted.
  const a = EditorState.create({ doc: former }).doc;
  const b = EditorState.create({ doc: current }).doc;
  const chunks = Chunk.build(a, b, diffConfig);
  return {
    chunks,
    added: chunks.reduce((sum, { fromB, toB }) => sum + countLines(b, fromB, toB), 0),
    removed: chunks.reduce((sum, { fromA, toA }) => sum + countLines(a, fromA, toA), 0),
  };
}

/** Renders both texts: side by side, or unified on a narrow screen. */
export function renderComparison(
  options: CompareOptions,
): ComparisonResult & { destroy: () => void } {
  const { current, former, isNarrow } = options;
  const rendered = isNarrow ? renderUnified(options) : renderSideBySide(options);
  const { chunks, added, removed } = compareLines(former, current);
  return {
    count: chunks.length,
    added,
    removed,
    ...rendered,
    show(index) {
      const chunk = chunks[index];
      if (chunk) rendered.show(chunk);
    },
  };
}

function renderSideBySide(options: CompareOptions) {
  const { parent, current, former, onlyChanges, isFormerFirst, labels } = options;
  const view = new MergeView({
    parent,
    orientation: isFormerFirst ? 'a-b' : 'b-a',
    a: { doc: former, extensions: readOnly(labels.former, changeSigns('a', '−'), labels) },
    b: { doc: current, extensions: readOnly(labels.current, changeSigns('b', '+'), labels) },
    gutter: false,
    diffConfig,
    ...(onlyChanges && folding),
  });
  return {
    show({ fromA, endA, fromB, endB }: Chunk) {
      markChange(view.a, fromA, endA);
      markChange(view.b, fromB, endB);
      view.b.dispatch({ effects: EditorView.scrollIntoView(fromB, { y: 'center' }) });
    },
    destroy: () => view.destroy(),
  };
}

function renderUnified({ parent, current, former, onlyChanges, labels }: CompareOptions) {
  const view = new EditorView({
    parent,
    doc: current,
    extensions: [
      readOnly(labels.both, changeSigns('b', '+'), labels),
      unifiedMergeView({
        original: former,
        gutter: false,
        mergeControls: false,
        diffConfig,
        ...(onlyChanges && folding),
      }),
    ],
  });
  return {
    show({ fromB, endB }: Chunk) {
      markChange(view, fromB, endB);
      view.dispatch({ effects: EditorView.scrollIntoView(fromB, { y: 'center' }) });
    },
    destroy: () => view.destroy(),
  };
}

/** The number of lines between two positions; `to` is the position after the end of the last line. */
export function countLines(text: Text, from: number, to: number): number {
  if (from === to || text.length === 0) return 0;
  return text.lineAt(to - 1).number - text.lineAt(from).number + 1;
}
