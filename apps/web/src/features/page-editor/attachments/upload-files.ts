import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';
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

let serial = 0;

const stripMarkup = (name: string) => name.replaceAll(/[[\]()\\\n]/g, ' ');

export function textLink(name: string, url: string): string {
  return `[${name.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})`;
}

const isPicture = ({ type }: File) => INLINE_IMAGE_TYPES.has(type);

function filesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []);
}

/** Replaces a placeholder wherever it has moved; does nothing if the user has deleted it. */
function replacePlaceholder(view: EditorView, placeholder: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(placeholder);
  if (from < 0) return;
  view.dispatch({
    changes: { from, to: from + placeholder.length, insert },
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
    serial += 1;
    const placeholder = `[${uploads.placeholderText(stripMarkup(file.name))}](#uploading-${serial})`;
    return isPicture(file) ? `!${placeholder}` : placeholder;
  });
  const { from, to } = view.state.selection.main;
  const insert = placeholders.join('\n');
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  for (const [index, file] of files.entries())
    void uploadAndInsert(view, placeholders[index] ?? '', file, uploads);
}

function handleFiles(view: EditorView, files: readonly File[], uploads: FileUploads): void {
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
      const isText = event.clipboardData?.getData('text/plain').trim() !== '';
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
