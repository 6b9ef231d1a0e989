import { syntaxTree } from '@codemirror/language';
import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from '@codemirror/view';
import {
  BlockWidget,
  DrawingWidget,
  ReasonWidget,
  type DrawContext,
  type DrawnBlock,
} from './block-widget.ts';
import { findBlocks, type Block } from './find-blocks.ts';
import { activeBlocks, isFrozen, openPositions, type LineRange } from './live-state.ts';
import { editedCell, sourceReason, tableSource } from './table/edited-cell.ts';
import { TableWidget } from './table/table-widget.ts';

/** The part of the text whose blocks are drawn. */
const setWindow = StateEffect.define<LineRange>();
/** The renderer has answered what the display of a block depends on. */
const renderingDone = StateEffect.define();

/** Blocks are drawn this many characters before and behind the visible text. */
const MARGIN = 6000;

interface BlockState {
  readonly window: LineRange;
  readonly blocks: readonly Block[];
  readonly decorations: DecorationSet;
  /** The text has changed while the display was frozen. */
  readonly isStale: boolean;
}

const sourceLine = Decoration.line({ class: 'live-source' });
const frameLine = Decoration.line({ class: 'live-source live-framed' });

/** The HTML of a text that is nothing but endpoints. */
const ENDPOINTS = /^(?:<div class="endpoint"(?:(?!<\/?div)[\s\S])*<\/div>\s*)+$/;

export function blockField(context: DrawContext) {
  const { renderer, labels } = context;

  function isEndpoint(text: string): boolean {
    const drawing = renderer.get(text);
    if (drawing === undefined) requested.add(text);
    return typeof drawing === 'string' && ENDPOINTS.test(drawing);
  }
  /** Texts whose rendering decides how their block is shown. */
  const requested = new Set<string>();

  function reasonOf({ kind, text }: Block): string | undefined {
    if (kind === 'unbalancedHtml') return labels.html;
    if (kind === 'toc') return labels.toc;
    const drawing = renderer.get(text);
    if (drawing === null) return labels.notDrawn;
    if (drawing === undefined) {
      requested.add(text);
      return undefined;
    }
    const isFailed = kind === 'formula' && /class="(?:math-source|katex-error)"/.test(drawing);
    return isFailed ? labels.formulaFailed : undefined;
  }

  function decorate(state: EditorState, blocks: readonly Block[]): DecorationSet {
    const ends = openPositions(state);
    const decorations = blocks.flatMap((block) => {
      const hasEnd = ends.some((at) => at >= block.from && at <= block.to);
      const isOpen = hasEnd && !editedCell(state, block);
      return decorateBlock(state, block, isOpen);
    });
    return RangeSet.of(decorations, true);
  }

  function decorateBlock(state: EditorState, block: Block, isOpen: boolean): Range<Decoration>[] {
    const reason = reasonOf(block);
    if (reason !== undefined)
      return [
        Decoration.widget({ widget: new ReasonWidget(reason), block: true, side: -1 }).range(
          block.from,
        ),
        ...linesOf(state, block, frameLine),
      ];
    // Blocks without a reason have a kind that is drawn.
    const drawn = block as DrawnBlock;
    if (!isOpen) {
      const Widget = block.kind === 'table' ? TableWidget : BlockWidget;
      const widget = new Widget(drawn, context);
      return [Decoration.replace({ widget, block: true }).range(block.from, block.to)];
    }
    if (block.kind !== 'diagram' && block.kind !== 'formula') return [];
    const widget = new DrawingWidget(drawn, context);
    return [
      ...linesOf(state, block, sourceLine),
      Decoration.widget({ widget, block: true, side: 1 }).range(block.to),
    ];
  }

  function compute(state: EditorState, window: LineRange): BlockState {
    const blocks = findBlocks(state, window.from, window.to, isEndpoint);
    return { window, blocks, decorations: decorate(state, blocks), isStale: false };
  }

  function update(value: BlockState, transaction: Transaction): BlockState {
    const { state, startState, changes, effects, docChanged } = transaction;
    const newWindow = effects.find((effect) => effect.is(setWindow))?.value;
    const window = newWindow ?? {
      from: changes.mapPos(value.window.from, -1),
      to: changes.mapPos(value.window.to, 1),
    };
    if (isFrozen(transaction) && !newWindow)
      return docChanged ? mapBlocks(value, transaction, window) : value;
    const isTextChanged =
      docChanged ||
      value.isStale ||
      newWindow !== undefined ||
      syntaxTree(startState) !== syntaxTree(state) ||
      effects.some((effect) => effect.is(renderingDone));
    if (isTextChanged) return compute(state, window);
    const isSelectionChanged =
      transaction.selection ||
      state.field(activeBlocks) !== startState.field(activeBlocks, false) ||
      sourceReason(state) !== sourceReason(startState);
    return isSelectionChanged ? { ...value, decorations: decorate(state, value.blocks) } : value;
  }

  const field = StateField.define<BlockState>({
    create: (state) => {
      const { head } = state.selection.main;
      const to = Math.min(state.doc.length, head + MARGIN);
      return compute(state, { from: Math.max(0, head - MARGIN), to });
    },
    update,
    provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
  });

  const plugin = ViewPlugin.define((view) => {
    let isClosed = false;
    let isScheduled = false;
    /** The display cannot change during an update; a microtask runs before the browser paints. */
    const schedule = () => {
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        if (!isClosed) sync(view);
      });
    };
    const sync = (current: EditorView) => {
      for (const text of requested)
        renderer.request(text, (drawing) => {
          if (!isClosed && decides(text, drawing))
            view.dispatch({ effects: renderingDone.of(null) });
        });
      requested.clear();
      const { from, to } = current.viewport;
      const { window } = current.state.field(field);
      const { length } = current.state.doc;
      const isCovered =
        window.from <= Math.max(0, from - MARGIN / 2) &&
        window.to >= Math.min(length, to + MARGIN / 2);
      if (!isCovered)
        current.dispatch({
          effects: setWindow.of({
            from: Math.max(0, from - MARGIN),
            to: Math.min(length, to + MARGIN),
          }),
        });
    };
    /** A drawn block shows its HTML itself. */
    const decides = (text: string, drawing: string | null) =>
      drawing === null ||
      ENDPOINTS.test(drawing) ||
      /class="(?:math-source|katex-error)"/.test(drawing) ||
      view.state.field(field).blocks.every((block) => block.text !== text);
    schedule();
    return {
      update: schedule,
      destroy() {
        isClosed = true;
      },
    };
  });

  return { field, extension: [tableSource, field, plugin] satisfies Extension };
}

export type BlockField = ReturnType<typeof blockField>['field'];

function linesOf(state: EditorState, { from, to }: Block, decoration: Decoration) {
  const found: Range<Decoration>[] = [];
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    found.push(decoration.range(line.from));
    at = line.to + 1;
  }
  return found;
}

function mapBlocks(value: BlockState, { changes }: Transaction, window: LineRange): BlockState {
  const blocks = value.blocks.map((block) => ({
    ...block,
    from: changes.mapPos(block.from, 1),
    to: changes.mapPos(block.to, -1),
  }));
  return { window, blocks, decorations: value.decorations.map(changes), isStale: true };
}
