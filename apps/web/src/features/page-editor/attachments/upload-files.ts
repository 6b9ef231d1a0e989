import { Transaction, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { isTextFile } from './text-file.ts';

/** The upload callbacks of the editor. */
export interface FileUploads {
  /** Uploads the file and returns its URL; reports a failure to the user itself before it rejects. */
  readonly send: (file: File, kind: 'picture' | 'file') => Promise<string>;
  /** The text of the placeholder that is shown during the upload. */
  readonly placeholderText: (name: string) => string;
  /** Lets the user choose between attaching a text file and inserting its text at the cursor. */
  readonly offerTextFiles: (files: readonly File[]) => void;
}

const stripMarkup = (name: string) => name.replaceAll(/[[\]()\\\n]/g, ' ');

export function textLink(name: string, url: string): string {
  return `[${name.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})`;
}

const isPicture = ({ type }: File) => INLINE_IMAGE_TYPES.has(type);

function filesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []);
}

/** Whether the clipboard has a text of its own. Some systems add the names of copied files as text. */
function hasText(data: DataTransfer | null, files: readonly File[]): boolean {
  const lines = (data?.getData('text/plain') ?? '').split('\n').map((line) => line.trim());
  return lines.some((line) => line !== '' && !files.some(({ name }) => name === line));
}

/** Placeholders are no steps of undo: an undo of the link would restore one that is never replaced. */
const NOT_IN_HISTORY = Transaction.addToHistory.of(false);

const PLACEHOLDER = /!?\[[^\]\n]*\]\(#uploading-[0-9a-f]{8}\)/g;

/** Removes the placeholders of uploads that ended with their editor. */
export function removePlaceholders(text: string): string {
  return text.replaceAll(PLACEHOLDER, '');
}

/** Replaces a placeholder wherever it has moved; does nothing if the user has deleted it. */
function replacePlaceholder(view: EditorView, placeholder: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(placeholder);
  if (from < 0) return;
  const to = from + placeholder.length;
  const isCursorBehind = view.state.selection.main.head === to;
  view.dispatch({ changes: { from, to }, annotations: NOT_IN_HISTORY });
  if (insert === '') return;
  view.dispatch({
    changes: { from, insert },
    ...(isCursorBehind && { selection: { anchor: from + insert.length } }),
    userEvent: 'input.paste',
  });
}

async function uploadAndInsert(
  view: EditorView,
  placeholder: string,
  file: File,
  { send }: FileUploads,
) {
  try {
    const url = await send(file, isPicture(file) ? 'picture' : 'file');
    replacePlaceholder(
      view,
      placeholder,
      isPicture(file) ? `![](${url})` : textLink(file.name, url),
    );
  } catch {
    replacePlaceholder(view, placeholder, '');
  }
}

/** Uploads files and replaces the selection with images, or with links for all other files. */
export function uploadFiles(view: EditorView, files: readonly File[], uploads: FileUploads): void {
  if (files.length === 0 || view.state.readOnly) return;
  const placeholders = files.map((file) => {
    const id = randomId().slice(0, 8);
    const placeholder = `[${uploads.placeholderText(stripMarkup(file.name))}](#uploading-${id})`;
    return isPicture(file) ? `!${placeholder}` : placeholder;
  });
  const { from, to } = view.state.selection.main;
  const insert = placeholders.join('\n');
  if (from < to) view.dispatch({ changes: { from, to }, userEvent: 'input.paste' });
  view.dispatch({
    changes: { from, insert },
    selection: { anchor: from + insert.length },
    annotations: NOT_IN_HISTORY,
    scrollIntoView: true,
  });
  for (const [index, file] of files.entries())
    void uploadAndInsert(view, placeholders[index] ?? '', file, uploads);
}

/** Uploads files, and offers to insert the text of text files instead. */
export function handleFiles(view: EditorView, files: readonly File[], uploads: FileUploads): void {
  const texts = files.filter(isTextFile);
  uploadFiles(
    view,
    files.filter((file) => !texts.includes(file)),
    uploads,
  );
  if (texts.length > 0) uploads.offerTextFiles(texts);
}

/** Handles pasted and dropped files. Pasted files that come with text, such as copied cells, are ignored. */
export function fileUploadHandlers(uploads: FileUploads): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const files = filesOf(event.clipboardData);
      const isText = hasText(event.clipboardData, files);
      if (files.length === 0 || isText || view.state.readOnly) return false;
      event.preventDefault();
      handleFiles(view, files, uploads);
      return true;
    },
    drop(event, view) {
      const files = filesOf(event.dataTransfer);
      if (files.length === 0 || view.state.readOnly) return false;
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null) view.dispatch({ selection: { anchor: at } });
      handleFiles(view, files, uploads);
      return true;
    },
  });
}
