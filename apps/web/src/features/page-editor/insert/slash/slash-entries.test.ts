import { EditorState } from '@codemirror/state';
import { toHtml } from '@octavo/markdown/to-html';
import { describe, expect, it } from 'vitest';
import { insertText } from './block-commands.ts';
import { filterEntries } from './filter-entries.ts';
import { slashGroups } from './slash-entries.ts';

const entries = slashGroups.flatMap((group) => group.entries);
const names = (query: string) => filterEntries(query, false).map(({ name }) => name);

describe('the filter', () => {
  it.each([
    ['tab', 'table'],
    ['表格', 'table'],
    ['biaoge', 'table'],
    ['bg', 'table'],
    ["biao'ge", 'table'],
    ['|', 'table'],
    ['h2', 'heading2'],
    ['##', 'heading2'],
    ['bt2', 'heading2'],
    ['任务', 'taskList'],
    ['rwlb', 'taskList'],
    ['todo', 'taskList'],
    ['codeblock', 'codeBlock'],
    ['```', 'codeBlock'],
    ['gs', 'formula'],
    ['math', 'formula'],
    ['$$', 'formula'],
    ['流程图', 'mermaid'],
    ['时序图', 'sequenceDiagram'],
    ['sequence', 'sequenceDiagram'],
    ['er', 'erDiagram'],
    ['实体', 'erDiagram'],
    ['[[', 'pageLink'],
    ['@', 'person'],
    ['warning', 'callout'],
    ['zhuyi', 'callout'],
    ['json', 'jsonToTable'],
  ])('%o finds %s first', (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  it('finds nothing for other words', () => {
    expect(names('orders')).toEqual([]);
    expect(names('qqq')).toEqual([]);
  });

  it('finds every entry by both names, by Pinyin and by its initials', () => {
    for (const { name, pinyin } of entries) {
      expect(names(pinyin.replaceAll(' ', ''))).toContain(name);
      const initials = pinyin.split(' ').map((syllable) => syllable.slice(0, 1));
      expect(names(initials.join(''))).toContain(name);
    }
  });

  it('offers only what fits into a table cell', () => {
    expect(filterEntries('', true).every(({ isInline }) => isInline)).toBe(true);
    expect(filterEntries('biaoge', true)).toEqual([]);
  });
});

/** The text after a command on the marked cursor or selection. */
function run(name: string, marked: string): string {
  const entry = entries.find((one) => one.name === name);
  if (!entry || !('command' in entry.action)) throw new Error(`${name} is no command`);
  const anchor = marked.indexOf('‹');
  const head = marked.replace('‹', '').indexOf('›');
  const doc = marked.replaceAll(/[‹›]/g, '');
  let state = EditorState.create({ doc, selection: { anchor, head } });
  entry.action.command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

describe('the blocks', () => {
  it.each([
    ['heading2', '‹›', '## ‹›'],
    ['heading2', '### one‹›', '## one‹›'],
    ['taskList', '- one ‹›', '- [ ] one ‹›'],
    ['numberedList', '  - [x] one‹›', '  1. one‹›'],
    ['quote', 'one‹›', '> one‹›'],
    ['rule', 'one\n‹›\ntwo', 'one\n\n---\n‹›\n\ntwo'],
    ['callout', '‹›', '> [!NOTE]\n> ‹›\n'],
    ['formula', '‹›', '$$\n‹E = mc^2›\n$$\n'],
    ['formula', '‹a + b›', '$$\n‹a + b›\n$$\n'],
  ])('%s changes %o to %o', (name, before, after) => {
    expect(run(name, before)).toBe(after);
  });

  it.each([
    ['heading1', '<h1'],
    ['heading3', '<h3'],
    ['quote', '<blockquote'],
    ['bulletList', '<ul'],
    ['numberedList', '<ol'],
    ['taskList', 'type="checkbox"'],
    ['rule', '<hr'],
    ['table', '<table'],
    ['callout', 'class="callout callout-note"'],
    ['details', '<details>'],
    ['codeBlock', 'class="code"'],
    ['tabs', 'class="code-tabs"'],
    ['toc', '<ul class="toc">'],
    ['mermaid', '<pre class="mermaid"'],
    ['sequenceDiagram', '<pre class="mermaid"'],
    ['erDiagram', '<pre class="mermaid"'],
    ['formula', 'class="math-block"'],
  ])('%s is rendered as %s', (name, markup) => {
    const text = run(name, 'Text.\n\n‹›\n\n## Heading').replace('‹', '').replace('›', 'words');
    expect(toHtml(text).html).toContain(markup);
  });

  it('leaves the cursor at the start of a text of several blocks', () => {
    const state = EditorState.create({ doc: 'one\n\ntwo', selection: { anchor: 3 } });
    let after = state;
    insertText('## A\n\ntext')({
      state,
      dispatch: (transaction) => {
        after = transaction.state;
      },
    });
    expect(after.doc.toString()).toBe('one\n\n## A\n\ntext\n\ntwo');
    expect(after.selection.main.head).toBe(5);
  });

  it('covers every command', () => {
    const commands = entries.filter(({ action }) => 'command' in action).map(({ name }) => name);
    expect(commands.toSorted()).toEqual(
      'bulletList callout codeBlock details erDiagram formula heading1 heading2 heading3 mermaid numberedList quote rule sequenceDiagram table tabs taskList toc'.split(
        ' ',
      ),
    );
  });
});
