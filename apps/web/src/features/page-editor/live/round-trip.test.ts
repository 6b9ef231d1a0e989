import { history, undoDepth } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blockField } from './block-decorations.ts';
import { liveState } from './live-state.ts';
import { labels, syncRenderer } from './tests/live-test-view.ts';
import { textDecorations } from './text-decorations.ts';

const COUNT = 500;
const MAX_LENGTH = 2000;
const root = join(import.meta.dirname, '../../../../../..');
const files = globSync(
  [
    'packages/markdown/tests/golden/*.md',
    'packages/markdown/tests/xss-payloads/*',
    'apps/server/content/**/*.md',
  ],
  { cwd: root },
).toSorted();

/** A generator of numbers from 0 to 1 that is the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The texts of the repository, and variations of them: other ends, indentation, marks and halves of blocks. */
function* documents(): Generator<string> {
  const texts = files
    .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\r\n?/g, '\n'))
    .filter((text) => text.length > 0)
    .map((text) => text.slice(0, MAX_LENGTH));
  yield* texts;
  const next = random(44);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)];
  const marks = [
    '**',
    '`',
    '```',
    '$$',
    '|',
    '> ',
    '- [ ] ',
    '\t',
    '  ',
    '\\',
    '<b>',
    '![',
    '](',
    '中',
    '🚀',
  ];
  for (;;) {
    const text = `${pick(texts)}\n${pick(texts)}`.slice(0, MAX_LENGTH);
    const lines = text.split('\n');
    for (let change = 0; change < 6; change += 1) {
      const at = Math.floor(next() * lines.length);
      const line = lines[at] ?? '';
      const column = Math.floor(next() * line.length);
      lines[at] = line.slice(0, column) + pick(marks) + line.slice(column);
    }
    yield lines.join('\n').slice(Math.floor(next() * 50)) + (pick(['', '\n', '\n\n', ' ']) ?? '');
  }
}

it('leaves every byte of 500 documents as it was', { timeout: 240_000 }, () => {
  let count = 0;
  const renderer = syncRenderer();
  for (const text of documents()) {
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
    count += 1;
    if (count === COUNT) break;
  }
  expect(count).toBe(COUNT);
});
