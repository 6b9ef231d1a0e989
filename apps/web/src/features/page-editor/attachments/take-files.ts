import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

interface Pictures {
  /** Answers the address; whoever sends tells what went wrong. */
  readonly send: (picture: File) => Promise<string>;
  /** What stands in the text meanwhile. */
  readonly waiting: (name: string) => string;
}

let serial = 0;

const plain = (name: string) => name.replaceAll(/[[\]()\\\n]/g, ' ');

function picturesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'));
}

/** Writes over its own mark, wherever that has moved; one that somebody deleted is not wanted any more. */
function replace(view: EditorView, mark: string, insert: string): void {
  const from = view.state.doc.toString().indexOf(mark);
  if (from < 0) return;
  view.dispatch({ changes: { from, to: from + mark.length, insert }, userEvent: 'input.paste' });
}

async function put(view: EditorView, mark: string, picture: File, { send }: Pictures) {
  try {
    replace(view, mark, `![](${await send(picture)})`);
  } catch {
    replace(view, mark, '');
  }
}

function take(view: EditorView, at: { from: number; to: number }, files: File[], how: Pictures) {
  const marks = files.map(({ name }) => {
    serial += 1;
    return `![${how.waiting(plain(name))}](#uploading-${serial})`;
  });
  const insert = marks.join('\n');
  view.dispatch({
    changes: { ...at, insert },
    selection: { anchor: at.from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  for (const [index, file] of files.entries()) void put(view, marks[index] ?? '', file, how);
}

/** Pictures that are pasted or dropped. What also comes as text, such as cells, is text. */
export function takePictures(how: Pictures): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const files = picturesOf(event.clipboardData);
      const isText = event.clipboardData?.getData('text/plain').trim() !== '';
      if (files.length === 0 || isText || view.state.readOnly) return false;
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      take(view, { from, to }, files, how);
      return true;
    },
    drop(event, view) {
      const files = picturesOf(event.dataTransfer);
      if (files.length === 0 || view.state.readOnly) return false;
      event.preventDefault();
      const place = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const at = place ?? view.state.selection.main.to;
      take(view, { from: at, to: at }, files, how);
      return true;
    },
  });
}
