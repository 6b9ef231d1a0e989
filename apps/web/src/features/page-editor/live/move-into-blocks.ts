import { EditorSelection, type EditorState } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { isSafeLink } from '@octavo/markdown/url-safety';
import { syntaxTree } from '@codemirror/language';
import type { BlockField } from './block-decorations.ts';
import { onlyImage, selectImage } from './image-selection.ts';
import type { LiveLabels } from './live-labels.ts';
import { entryPosition } from './source-position.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';

/** Arrow up and down enter a drawn block instead of passing it, and select an image. */
function moveInto(field: BlockField, labels: LiveLabels, step: 1 | -1) {
  return (view: EditorView): boolean => {
    const { state } = view;
    const { main, ranges } = state.selection;
    if (ranges.length > 1 || !main.empty) return false;
    const { head } = view.moveVertically(main, step > 0);
    const line = state.doc.lineAt(main.head);
    const isOnEdgeLine = head === main.head || state.doc.lineAt(head).number !== line.number;
    if (!isOnEdgeLine) return false;
    const next = step > 0 ? line.to + 1 : line.from - 1;
    const block = state.field(field).blocks.find(({ from, to }) => from <= next && to >= next);
    if (!block || (main.head >= block.from && main.head <= block.to)) return false;
    const image = onlyImage(state, block);
    view.dispatch({
      selection: EditorSelection.cursor(image?.from ?? entryPosition(state, block, step)),
      effects: image
        ? [
            selectImage.of({ from: image.from, isOpen: false }),
            EditorView.announce.of(labels.imageSelected(image.name)),
          ]
        : [],
      userEvent: 'select',
      scrollIntoView: true,
    });
    return true;
  };
}

/** The target of the link at a position. */
function linkAt(state: EditorState, at: number): string | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  while (node && !/^(?:Link|Autolink|URL)$/.test(node.name)) node = node.parent;
  const url = node?.name === 'URL' ? node : node?.getChild('URL');
  const target = url && state.sliceDoc(url.from, url.to);
  return target && isSafeLink(target) ? target : undefined;
}

export function liveKeys(field: BlockField, labels: LiveLabels) {
  return [
    Prec.high(
      keymap.of([
        { key: 'ArrowDown', run: moveInto(field, labels, 1) },
        { key: 'ArrowUp', run: moveInto(field, labels, -1) },
      ]),
    ),
    Prec.high(
      EditorView.domEventHandlers({
        // Ctrl or Cmd and a click open a link; without it, the click edits the text.
        mousedown(event, view) {
          if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          const target = at === null ? undefined : linkAt(view.state, at);
          if (target === undefined) return false;
          event.preventDefault();
          window.open(target, '_blank', 'noopener');
          return true;
        },
      }),
    ),
  ];
}
