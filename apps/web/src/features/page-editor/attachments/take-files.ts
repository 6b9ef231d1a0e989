import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { PICTURE_TYPES } from '@octavo/contract/served-types';
import { isTextFile } from './text-file.ts';

/** The upload callbacks of the editor. */
export interface FileUploads {
  /** Uploads the file and returns its URL; reports a failure to the user itself before it rejects. */
  readonly send: (file: File, kind: 'picture' | 'file') => Promise<string>;
  /** The text of the placeholder that is shown during the upload. */
  readonly waiting: (name: string) => string;
  /** Lets the user choose between attaching a text file and inserting its text at the cursor. */
  readonly offer: (files: readonly File[]) => void;
}

let serial = 0;

const plain = (name: string) => name.replaceAll(/[[\]()\\\n]/g, ' ');

export function linkTo(name: string, url: string): string {
  return `[${name.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})`;
}

const isPicture = ({ type }: File) => PICTURE_TYPES.has(type);

function filesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []);
}

/** Replaces a placeholder wherever it has moved; does nothing if the user has deleted it. */
function replace(view: EditorView, mark: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(mark);
  if (from < 0) return;
  view.dispatch({ changes: { from, to: from + mark.length, insert }, userEvent: 'input.paste' });
}

async function put(view: EditorView, mark: string, file: File, { send }: FileUploads) {
  try {
    const url = await send(file, isPicture(file) ? 'picture' : 'file');
    replace(view, mark, isPicture(file) ? `![](${url})` : linkTo(file.name, url));
  } catch {
    replace(view, mark, '');
  }
}

/** Uploads files and replaces the selection with images, or with links for all other files. */
export function addFiles(view: EditorView, files: readonly File[], uploads: FileUploads): void {
  if (files.length === 0 || view.state.readOnly) return;
  const marks = files.map((file) => {
    serial += 1;
    const mark = `[${uploads.waiting(plain(file.name))}](#uploading-${serial})`;
    return isPicture(file) ? `!${mark}` : mark;
  });
  const { from, to } = view.state.selection.main;
  const insert = marks.join('\n');
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  for (const [index, file] of files.entries()) void put(view, marks[index] ?? '', file, uploads);
}

function take(view: EditorView, files: readonly File[], uploads: FileUploads): void {
  const texts = files.filter(isTextFile);
  addFiles(
    view,
    files.filter((file) => !texts.includes(file)),
    uploads,
  );
  if (texts.length > 0) uploads.offer(texts);
}

/** Handles pasted and dropped files. Pasted files that come with text, such as copied cells, are ignored. */
export function takeFiles(uploads: FileUploads): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const files = filesOf(event.clipboardData);
      const isText = event.clipboardData?.getData('text/plain').trim() !== '';
      if (files.length === 0 || isText || view.state.readOnly) return false;
      event.preventDefault();
      take(view, files, uploads);
      return true;
    },
    drop(event, view) {
      const files = filesOf(event.dataTransfer);
      if (files.length === 0 || view.state.readOnly) return false;
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null) view.dispatch({ selection: { anchor: at } });
      take(view, files, uploads);
      return true;
    },
  });
}
