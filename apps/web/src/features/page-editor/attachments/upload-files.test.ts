import { history, undo } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it, vi } from 'vitest';
import { removePlaceholders } from './placeholders.ts';
import { fileUploadHandlers } from './upload-files.ts';

let view: EditorView;
afterEach(() => view.destroy());

const offered: string[] = [];
afterEach(() => offered.splice(0));

/** Opens an editor whose uploads the test resolves or rejects itself. */
function open(doc: string) {
  const answers: { done: (url: string) => void; fail: () => void }[] = [];
  const send = () =>
    new Promise<string>((resolve, reject) => {
      answers.push({ done: resolve, fail: () => reject(new Error('refused')) });
    });
  const uploads = {
    send,
    reasonOf: () => 'Too large',
    reportFailure: () => {},
    placeholderText: (name: string) => `Uploading ${name}`,
    failedText: (name: string, reason: string) => `${name}: ${reason}`,
    failedLabels: () => ({ retry: 'Retry', remove: 'Remove' }),
    offerTextFiles: (files: readonly File[]) => {
      offered.push(...files.map(({ name }) => name));
    },
  };
  view = new EditorView({
    doc,
    selection: { anchor: doc.length },
    extensions: [history(), markdownLanguage, fileUploadHandlers(uploads)],
    parent: document.body,
  });
  // happy-dom reports the selection of a focused view during its updates, which CodeMirror rejects.
  vi.spyOn(view, 'focus').mockReturnValue();
  return answers;
}

function paste(files: File[], plain = '') {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = { files, getData: (type: string) => (type === 'text/plain' ? plain : '') };
  view.contentDOM.dispatchEvent(Object.assign(event, { clipboardData }));
}

const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const text = () => view.state.doc.toString();

it('inserts a placeholder and replaces it with the image, even after the placeholder has moved', async () => {
  const answers = open('Before ');
  paste([picture('a [1].png'), picture('b.png')]);
  expect(text()).toMatch(
    /^Before !\[Uploading a {2}1 \.png\]\(#uploading-[0-9a-f]{8}\)\n!\[Uploading b\.png\]/,
  );
  view.dispatch({ changes: { from: 0, insert: 'Typed meanwhile. ' } });
  answers[1]?.done('/file/2/b.png');
  answers[0]?.done('/file/1/a.png');
  await expect.poll(text).toBe('Typed meanwhile. Before ![](/file/1/a.png)\n\n![](/file/2/b.png)');
});

it('writes an image on a line of its own as a paragraph, so that its caption is shown', async () => {
  const answers = open('Above\n\n\nBelow');
  view.dispatch({ selection: { anchor: 6 } });
  paste([picture('a.png'), new File(['x'], 'b.zip')]);
  answers[0]?.done('/file/1/a.png');
  answers[1]?.done('/file/2/b.zip');
  await expect.poll(text).toBe('Above\n\n![](/file/1/a.png)\n\n[b.zip](/file/2/b.zip)\n\nBelow');
  undo(view);
  undo(view);
  expect(text()).toBe('Above\n\n\n\nBelow');
});

it('adds no blank line inside a code block', async () => {
  const answers = open('```\nAbove\n');
  paste([picture('a.png')]);
  answers[0]?.done('/file/1/a.png');
  await expect.poll(text).toBe('```\nAbove\n![](/file/1/a.png)');
});

it('undoes the link and the replaced selection, and never restores a placeholder', async () => {
  const answers = open('Before selected');
  view.dispatch({ selection: { anchor: 7, head: 15 } });
  paste([picture('a.png')]);
  answers[0]?.done('/file/1/a.png');
  await expect.poll(text).toBe('Before ![](/file/1/a.png)');
  expect(view.state.selection.main.head).toBe(text().length);
  undo(view);
  expect(text()).toBe('Before ');
  undo(view);
  expect(text()).toBe('Before selected');
});

const press = (name: string) =>
  [...view.dom.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();

it('keeps the name and the reason of a failed upload, and uploads the file again', async () => {
  const answers = open('Before ');
  paste([picture('a [1].png')]);
  view.dispatch({ changes: { from: text().length, insert: ' after' } });
  answers[0]?.fail();
  const failed = /^Before !\[a {2}1 \.png: Too large\]\(#uploading-[0-9a-f]{8}\) after$/;
  await expect.poll(text).toMatch(failed);
  expect(view.contentDOM.textContent).toBe('Before a  1 .png: Too largeRetryRemove after');
  press('Retry');
  expect(text()).toMatch(/^Before !\[Uploading a {2}1 \.png\]\(#uploading-[0-9a-f]{8}\) after$/);
  expect(view.dom.querySelector('button')).toBeNull();
  answers[1]?.fail();
  await expect.poll(text).toMatch(failed);
  press('Retry');
  answers[2]?.done('/file/1/a.png');
  await expect.poll(text).toBe('Before ![](/file/1/a.png) after');
});

it('removes a failed upload, and undo restores it with its file', async () => {
  const answers = open('Before ');
  paste([picture('a.png')]);
  answers[0]?.fail();
  await expect.poll(() => view.dom.querySelector('button')).not.toBeNull();
  press('Remove');
  expect(text()).toBe('Before ');
  undo(view);
  press('Retry');
  answers[1]?.done('/file/1/a.png');
  await expect.poll(text).toBe('Before ![](/file/1/a.png)');
});

it('inserts a link for other files and offers a choice for text files', async () => {
  const answers = open('See ');
  paste([new File(['%PDF'], 'a [1].pdf'), new File(['a,b'], 'prices.csv')]);
  expect(offered).toEqual(['prices.csv']);
  expect(text()).toMatch(/^See \[Uploading a {2}1 \.pdf\]\(#uploading-[0-9a-f]{8}\)$/);
  answers[0]?.done('/file/1/a.pdf');
  await expect.poll(text).toBe(String.raw`See [a \[1\].pdf](/file/1/a.pdf)`);
});

it('does not upload an image that accompanies pasted text', () => {
  const answers = open('');
  paste([picture('cells.png')], 'Port\t5432');
  expect(answers).toEqual([]);
});

it('uploads copied files although the clipboard also has their names', () => {
  const answers = open('');
  paste([picture('a.png'), picture('b.png')], 'a.png\nb.png');
  expect(answers).toHaveLength(2);
});

it('removes the placeholders of an earlier editor from its draft, and no other link', () => {
  open('');
  paste([picture('a.png'), new File(['%PDF'], 'b.pdf')]);
  expect(removePlaceholders(`Before ${text()} [after](#uploading-1)`)).toBe(
    'Before \n [after](#uploading-1)',
  );
});
