import { Facet, Prec, StateEffect, StateField, type EditorState } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import styles from './failed-uploads.module.css';
import { findPlaceholders } from './placeholders.ts';

/** A file that is not uploaded, by the id of its placeholder; undefined while it is uploaded again. */
export const setFailedUpload = StateEffect.define<{ id: string; file: File | undefined }>();

interface FailedUploadActions {
  readonly retry: (view: EditorView, id: string, file: File) => void;
  readonly labels: () => { readonly retry: string; readonly remove: string };
}

const actions = Facet.define<FailedUploadActions, FailedUploadActions | undefined>({
  combine: (values) => values[0],
});

interface FailedUploads {
  /** A file stays here when its placeholder is deleted, because undo restores the placeholder. */
  readonly files: ReadonlyMap<string, File>;
  readonly decorations: DecorationSet;
}

const failedUploads = StateField.define<FailedUploads>({
  create: () => ({ files: new Map(), decorations: Decoration.none }),
  update(value, { effects, docChanged, state }) {
    const changes = effects.filter((effect) => effect.is(setFailedUpload));
    if (changes.length === 0 && (!docChanged || value.files.size === 0)) return value;
    const files = new Map(value.files);
    for (const { value: change } of changes)
      if (change.file) files.set(change.id, change.file);
      else files.delete(change.id);
    return { files, decorations: decorate(state, files) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
  ],
});

function decorate(state: EditorState, files: ReadonlyMap<string, File>): DecorationSet {
  if (files.size === 0) return Decoration.none;
  const failed = findPlaceholders(state.doc.toString()).flatMap(({ id, from, to, label }) => {
    const file = files.get(id);
    if (!file) return [];
    const widget = new FailedUploadWidget(id, file, label.text);
    return [Decoration.replace({ widget }).range(from, to)];
  });
  return Decoration.set(failed);
}

/** Shows the placeholders of failed uploads with the reason, Retry and Remove. */
export function showFailedUploads(buttons: FailedUploadActions) {
  // Live must not draw a part of the placeholder.
  return [actions.of(buttons), Prec.highest(failedUploads)];
}

/** The file name and the reason in place of the placeholder. */
class FailedUploadWidget extends WidgetType {
  readonly #id: string;
  readonly #file: File;
  readonly #label: string;
  constructor(id: string, file: File, label: string) {
    super();
    this.#id = id;
    this.#file = file;
    this.#label = label;
  }

  override eq(other: FailedUploadWidget): boolean {
    return other.#id === this.#id && other.#label === this.#label;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span');
    frame.className = styles.failed ?? '';
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', this.#label);
    const words = document.createElement('span');
    words.className = styles.words ?? '';
    words.textContent = this.#label;
    const buttons = view.state.facet(actions);
    const labels = buttons?.labels();
    frame.append(
      words,
      button(labels?.retry, () => {
        if (!view.state.readOnly) buttons?.retry(view, this.#id, this.#file);
        view.focus();
      }),
      button(labels?.remove, () => {
        this.#remove(view);
        view.focus();
      }),
    );
    return frame;
  }

  #remove(view: EditorView): void {
    const text = view.state.doc.toString();
    const placeholder = findPlaceholders(text).find(({ id }) => id === this.#id);
    if (!placeholder || view.state.readOnly) return;
    const { from, to } = placeholder;
    view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete' });
  }
}

function button(label: string | undefined, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = styles.button ?? '';
  element.textContent = label ?? '';
  // The cursor stays where it is.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', onClick);
  return element;
}
