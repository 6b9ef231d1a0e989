import { Transaction, type ChangeSpec, type EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';
import { randomId } from '../../../shared/autosave/random-id.ts';
import { isVerbatim } from '../source/syntax.ts';
import { setFailedUpload, showFailedUploads } from './failed-uploads.ts';
import { findPlaceholders, relabel, writePlaceholder } from './placeholders.ts';
import { isTextFile } from './text-file.ts';

/** The upload callbacks of the editor. */
export interface FileUploads {
  /** Uploads the file and returns its URL. */
  readonly send: (file: File, kind: 'picture' | 'file') => Promise<string>;
  /** Why an upload has failed, for the user. */
  readonly reasonOf: (error: unknown, kind: 'picture' | 'file') => string;
  /** Reports a failed upload where no placeholder shows it. */
  readonly reportFailure: (reason: string) => void;
  /** The text of the placeholder that is shown during the upload. */
  readonly placeholderText: (name: string) => string;
  /** The text of the placeholder after the upload has failed. */
  readonly failedText: (name: string, reason: string) => string;
  readonly failedLabels: () => { readonly retry: string; readonly remove: string };
  /** Lets the user choose between attaching a text file and inserting its text at the cursor. */
  readonly offerTextFiles: (files: readonly File[]) => void;
}

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

const findPlaceholder = (view: EditorView, id: string) =>
  findPlaceholders(view.state.doc.toString()).find((placeholder) => placeholder.id === id);

/** Whether an image at this position, on a line of its own, needs a blank line above or below to be a paragraph. */
function missingBlankLines({ doc }: EditorState, at: number) {
  const line = doc.lineAt(at);
  const isText = (number: number) =>
    number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== '';
  const isAlone = line.text.trim() === '';
  return {
    above: isAlone && isText(line.number - 1) ? line.from : undefined,
    below: isAlone && isText(line.number + 1) ? line.to : undefined,
  };
}

/** Replaces a placeholder wherever it has moved; does nothing if the user has deleted it. */
function replacePlaceholder(view: EditorView, id: string, insert: string, isImage: boolean): void {
  const placeholder = findPlaceholder(view, id);
  if (!placeholder) return;
  const { from, to } = placeholder;
  const isCursorBehind = view.state.selection.main.head === to;
  // In a paragraph with other text, the caption of an image is not shown.
  const isBlock = isImage && !isVerbatim(view.state, from);
  view.dispatch({ changes: { from, to }, annotations: NOT_IN_HISTORY });
  const { above, below } = isBlock ? missingBlankLines(view.state, from) : {};
  const changes: ChangeSpec[] = [{ from, insert }];
  if (above !== undefined) changes.unshift({ from: above, insert: '\n' });
  if (below !== undefined) changes.push({ from: below, insert: '\n' });
  const end = from + insert.length + (above === undefined ? 0 : 1);
  view.dispatch({
    changes,
    ...(isCursorBehind && { selection: { anchor: end } }),
    userEvent: 'input.paste',
  });
}

/** Shows another text in a placeholder, and the file with Retry if its upload has failed. */
function setPlaceholder(view: EditorView, id: string, words: string, failed?: File): void {
  const placeholder = findPlaceholder(view, id);
  view.dispatch({
    ...(placeholder && { changes: relabel(placeholder, words) }),
    effects: [
      setFailedUpload.of({ id, file: failed }),
      ...(failed && placeholder ? [EditorView.announce.of(words)] : []),
    ],
    annotations: NOT_IN_HISTORY,
  });
}

async function uploadAndInsert(view: EditorView, id: string, file: File, uploads: FileUploads) {
  const kind = isPicture(file) ? 'picture' : 'file';
  try {
    const url = await uploads.send(file, kind);
    const isImage = isPicture(file);
    replacePlaceholder(view, id, isImage ? `![](${url})` : textLink(file.name, url), isImage);
  } catch (error) {
    const words = uploads.failedText(file.name, uploads.reasonOf(error, kind));
    const isHidden = !view.dom.isConnected || view.dom.closest('[hidden]') !== null;
    if (isHidden) uploads.reportFailure(words);
    setPlaceholder(view, id, words, file);
  }
}

/** Uploads files and replaces the selection with images, or with links for all other files. */
export function uploadFiles(view: EditorView, files: readonly File[], uploads: FileUploads): void {
  if (files.length === 0 || view.state.readOnly) return;
  const uploaded = files.map((file) => ({ file, id: randomId().slice(0, 8) }));
  const { from, to } = view.state.selection.main;
  const insert = uploaded
    .map(({ file, id }) =>
      writePlaceholder(id, uploads.placeholderText(file.name), isPicture(file)),
    )
    .join('\n');
  if (from < to) view.dispatch({ changes: { from, to }, userEvent: 'input.paste' });
  view.dispatch({
    changes: { from, insert },
    selection: { anchor: from + insert.length },
    annotations: NOT_IN_HISTORY,
    scrollIntoView: true,
  });
  for (const { file, id } of uploaded) void uploadAndInsert(view, id, file, uploads);
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

/**
 * Handles pasted and dropped files, and shows failed uploads. Pasted files that come with text, such as copied cells,
 * are ignored.
 */
export function fileUploadHandlers(uploads: FileUploads): Extension {
  const failed = showFailedUploads({
    labels: uploads.failedLabels,
    retry(view, id, file) {
      setPlaceholder(view, id, uploads.placeholderText(file.name));
      void uploadAndInsert(view, id, file, uploads);
    },
  });
  const handlers = EditorView.domEventHandlers({
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
  return [failed, handlers];
}
