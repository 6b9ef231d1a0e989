import { history, undoDepth } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { blockField } from './block-decorations.ts';
import { liveState } from './live-state.ts';
import { liveDocuments } from './tests/documents.ts';
import { labels, syncRenderer } from './tests/live-test-view.ts';
import { textDecorations } from './text-decorations.ts';

const SEED = Number(process.env['SEED'] ?? 44);
/** The whole texts are opened in a browser: `e2e/editor-live-round-trip.e2e.ts`. */
const MAX_LENGTH = 2000;

it('leaves every byte of 500 documents as it was', { timeout: 240_000 }, () => {
  const documents = liveDocuments(SEED);
  expect(documents).toHaveLength(500);
  const renderer = syncRenderer();
  for (const whole of documents) {
    const text = whole.replaceAll(/\r\n?/g, '\n').slice(0, MAX_LENGTH);
    const display = new Compartment();
    const view = new EditorView({
      doc: text,
      extensions: [history(), markdownLanguage, display.of([])],
    });
    const { field, extension } = blockField({ labels, renderer });
    const live = [liveState, extension, textDecorations(labels, renderer, field)];
    view.dispatch({ effects: display.reconfigure(live) });
    for (let number = 1; number <= view.state.doc.lines; number += 1)
      view.dispatch({ selection: { anchor: view.state.doc.line(number).to } });
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    view.dispatch({ effects: display.reconfigure([]) });
    expect(view.state.doc.toString()).toBe(text);
    expect(undoDepth(view.state)).toBe(0);
    view.destroy();
  }
});
