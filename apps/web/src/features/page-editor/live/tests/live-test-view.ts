import { history } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { forceParsing } from '@codemirror/language';
import { EditorState, type Range } from '@codemirror/state';
import { EditorView, type Decoration } from '@codemirror/view';
import { toHtml } from '@octavo/markdown/to-html';
import { live } from '@octavo/texts/en/live';
import { blockField } from '../block-decorations.ts';
import type { BlockRenderer } from '../block-renderer.ts';
import type { LiveLabels } from '../live-labels.ts';
import { liveState } from '../live-state.ts';
import { decorateText } from '../text-decorations.ts';

export const labels: LiveLabels = {
  ...live,
  column: (number) => `Column ${number}`,
  cell: (column, row) => `${column}, row ${row}`,
  headerCell: (column) => `${column}, header`,
  codeOf: (language) => `Code block, ${language}`,
  imageOf: (words) => `Image, ${words}`,
  imageSelected: (words) => `Image ${words} selected`,
  task: (words) => `Task: ${words}`,
  diagramFailed: 'Failed',
};

/** Renders at once, without a worker. */
export function syncRenderer(): BlockRenderer {
  const cache = new Map<string, string>();
  return {
    get(text) {
      const html = cache.get(text) ?? toHtml(text).html;
      cache.set(text, html);
      return html;
    },
    request: () => () => {},
    heights: new Map(),
    close() {},
  };
}

/** A state in Live mode; `^` marks the cursor. */
export function liveStateOf(marked: string, renderer = syncRenderer()) {
  const anchor = Math.max(marked.indexOf('^'), 0);
  const { field, extension } = blockField({ labels, renderer });
  const state = EditorState.create({
    doc: marked.replace('^', ''),
    selection: { anchor },
    extensions: [history(), markdownLanguage, liveState, extension],
  });
  const view = new EditorView({ state });
  forceParsing(view, state.doc.length, 5000);
  return { view, field };
}

function rangesOf(view: EditorView, field: ReturnType<typeof blockField>['field']) {
  const { state } = view;
  const all = [{ from: 0, to: state.doc.length }];
  const found: Range<Decoration>[] = [];
  const renderer = syncRenderer();
  for (const set of [
    state.field(field).decorations,
    decorateText(state, all, labels, renderer, field),
  ])
    set.between(0, state.doc.length, (from, to, value) => {
      found.push({ from, to, value });
    });
  return found;
}

/** The text as it is displayed: hidden marks are left out, a drawn block is `<kind>`, a bullet is `•`. */
export function displayed(marked: string): string {
  const { view, field } = liveStateOf(marked);
  const { doc } = view.state;
  const replaced = rangesOf(view, field)
    .filter(({ value, from, to }) => to > from && value.spec.class === undefined)
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  let shown = '';
  let at = 0;
  for (const { from, to, value } of replaced) {
    if (from < at) continue;
    shown += doc.sliceString(at, from) + nameOf(value);
    at = to;
  }
  view.destroy();
  return shown + doc.sliceString(at);
}

function nameOf({ spec }: Decoration): string {
  const { widget } = spec as {
    widget?: { block?: { kind: string }; text?: string; constructor: { name: string } };
  };
  if (!widget) return '';
  if (widget.block) return `<${widget.block.kind}>`;
  if (widget.text !== undefined) return widget.text;
  return { CheckboxWidget: '☐', InlineWidget: '▣' }[widget.constructor.name] ?? '—';
}

/** The classes of the line with the given text. */
export function lineClasses(marked: string, number: number): string[] {
  const { view, field } = liveStateOf(marked);
  const { from } = view.state.doc.line(number);
  const classes = rangesOf(view, field)
    .filter((range) => range.from === from && range.to === from)
    .flatMap(({ value }) => String(value.spec.class ?? '').split(' '))
    .filter((name) => name !== '');
  view.destroy();
  return [...new Set(classes)].toSorted();
}
