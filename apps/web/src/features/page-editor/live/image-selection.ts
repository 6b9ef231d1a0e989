import { Prec, StateEffect, StateField, type EditorState } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Emitter } from '../emitter.ts';
import { findImages, locateImage, readImage } from '../source/images.ts';
import type { Block } from './find-blocks.ts';

interface ImageSelection {
  /** The start of the image, where the cursor is as well. */
  readonly from: number;
  /** Its toolbar is open. */
  readonly isOpen: boolean;
}

export const selectImage = StateEffect.define<ImageSelection | null>();

/** The selected image, whose block stays drawn although the cursor is in it. */
export const selectedImage = StateField.define<ImageSelection | null>({
  create: () => null,
  update(value, { effects, selection, docChanged, changes, newDoc, newSelection }) {
    const effect = effects.find((candidate) => candidate.is(selectImage));
    if (effect) return effect.value;
    if (!value) return null;
    // Without the toolbar, a change is the user's typing at the cursor.
    if (docChanged && !value.isOpen) return null;
    const from = changes.mapPos(value.from, 1);
    if (selection && newSelection.main.head !== from) return null;
    if (newDoc.sliceString(from, from + 2) !== '![') return null;
    return from === value.from ? value : { ...value, from };
  },
});

/** The position and the name of the image that is all of a block. */
export function onlyImage(state: EditorState, { kind, from, to }: Block) {
  if (kind !== 'image') return undefined;
  const source = state.sliceDoc(from, to);
  const start = source.length - source.trimStart().length;
  const image = readImage(source, start);
  const isAll = image?.parts && source.slice(image.to).trim() === '';
  return isAll ? { from: from + start, name: image.alt } : undefined;
}

const DRAWN = '.live-block img, .live-inline img';

/** The start of a drawn image in the source; undefined if its toolbar cannot change it. */
function positionOf(view: EditorView, element: HTMLImageElement): number | undefined {
  const frame = element.closest<HTMLElement>('.live-block, .live-inline');
  // In a table, a click edits the cell.
  if (!frame || element.closest('table')) return undefined;
  const start = view.posAtDOM(frame);
  const isInline = frame.classList.contains('live-inline');
  const { to } = isInline ? view.state.doc.lineAt(start) : view.lineBlockAt(start);
  const source = view.state.sliceDoc(start, to);
  const drawn = isInline ? [element] : [...frame.querySelectorAll('img')];
  const found = isInline ? [readImage(source, 0)] : findImages(source);
  const url = element.getAttribute('src') ?? '';
  const same = drawn.filter((other) => other.getAttribute('src') === url);
  const number = same.indexOf(element);
  // The order is also right while an image with another URL is being drawn.
  const image =
    found.length === drawn.length
      ? found[drawn.indexOf(element)]
      : locateImage(source, { url, number, count: same.length, line: 0, numberInBlock: number });
  return image?.parts && start + image.from;
}

/** The drawn image that starts at a position of the source. */
export function findDrawnImage(view: EditorView, from: number): HTMLImageElement | undefined {
  const all = view.contentDOM.querySelectorAll<HTMLImageElement>(DRAWN);
  return [...all].find((element) => positionOf(view, element) === from);
}

/** The start of the image of a press or click; undefined with Ctrl or Cmd, which opens links. */
function imageOfEvent(view: EditorView, event: MouseEvent): number | undefined {
  const { target, button, ctrlKey, metaKey } = event;
  if (!(target instanceof HTMLImageElement) || button !== 0 || ctrlKey || metaKey) return undefined;
  return target.matches(DRAWN) ? positionOf(view, target) : undefined;
}

/** Opens the toolbar of the clicked image. CodeMirror does not pass on the events of drawn blocks. */
const imageClicks = ViewPlugin.define((view) => {
  const onPress = (event: MouseEvent) => {
    if (imageOfEvent(view, event) === undefined) return;
    // Neither the block nor the text moves the cursor or takes the focus.
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const from = imageOfEvent(view, event);
    if (from === undefined) return;
    event.preventDefault();
    view.dispatch({
      selection: { anchor: from },
      effects: selectImage.of({ from, isOpen: true }),
      userEvent: 'select.pointer',
    });
  };
  const { scrollDOM } = view;
  scrollDOM.addEventListener('mousedown', onPress, true);
  scrollDOM.addEventListener('click', onClick, true);
  return {
    destroy() {
      scrollDOM.removeEventListener('mousedown', onPress, true);
      scrollDOM.removeEventListener('click', onClick, true);
    },
  };
});

/** Marks the selected image. */
const selectionMark = ViewPlugin.define((view) => {
  let marked: HTMLElement | undefined;
  const mark = () => {
    const selected = view.state.field(selectedImage);
    const element = selected ? findDrawnImage(view, selected.from) : undefined;
    if (element === marked) return;
    marked?.classList.remove('live-selected');
    element?.classList.add('live-selected');
    marked = element;
  };
  return {
    mark,
    update({ state }: ViewUpdate) {
      if (state.field(selectedImage) || marked) view.requestMeasure({ key: mark, read: mark });
    },
  };
});

/** Must follow each drawing of a block: the selected image may have a new element, without an update of the view. */
export function markSelectedImage(view: EditorView): void {
  view.plugin(selectionMark)?.mark();
}

function openSelected(view: EditorView): boolean {
  const selected = view.state.field(selectedImage);
  if (!selected) return false;
  view.dispatch({ effects: selectImage.of({ ...selected, isOpen: true }) });
  return true;
}

function showSource(view: EditorView): boolean {
  if (!view.state.field(selectedImage)) return false;
  view.dispatch({ effects: selectImage.of(null) });
  return true;
}

function removeSelected(view: EditorView): boolean {
  const { state } = view;
  const selected = state.field(selectedImage);
  const image = selected && readImage(state.doc.toString(), selected.from);
  if (!image || state.readOnly) return false;
  view.dispatch({ changes: { from: image.from, to: image.to }, userEvent: 'delete.image' });
  return true;
}

/** Selects drawn images by a click or with the arrow keys; `changes` reports another selection. */
export function imageSelections(changes: Emitter) {
  return [
    selectedImage,
    imageClicks,
    selectionMark,
    EditorView.editorAttributes.compute([selectedImage], (state) => ({
      class: state.field(selectedImage) ? 'live-image-selected' : '',
    })),
    EditorView.updateListener.of(({ state, startState }) => {
      if (state.field(selectedImage) !== startState.field(selectedImage, false)) changes.emit();
    }),
    Prec.high(
      keymap.of([
        { key: 'Enter', run: openSelected },
        { key: 'Escape', run: showSource },
        { key: 'Backspace', run: removeSelected },
        { key: 'Delete', run: removeSelected },
      ]),
    ),
  ];
}
