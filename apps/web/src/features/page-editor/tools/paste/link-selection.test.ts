import { history, undo } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { linkSelection } from './link-selection.ts';

const URL = 'https://a.example/b?c=1';

/** The text with the selection between `‹` and `›`. */
function stateOf(marked: string): EditorState {
  return EditorState.create({
    doc: marked.replaceAll(/[‹›]/g, ''),
    selection: { anchor: marked.indexOf('‹'), head: marked.replace('‹', '').indexOf('›') },
    extensions: [markdownLanguage, history()],
  });
}

function paste(marked: string, url: string): string | undefined {
  const state = stateOf(marked);
  const link = linkSelection(state, url);
  return link && state.update(link).state.doc.toString();
}

describe('a pasted URL', () => {
  it.each([
    ['see ‹the docs› now', `see [the docs](${URL}) now`],
    ['‹**bold**›', `[**bold**](${URL})`],
    ['‹a [b›', String.raw`[a \[b](${URL})`],
    ['‹items[0]›', `[items[0]](${URL})`],
    ['‹https://old.example›', URL],
    ['[x](‹https://old.example/›)', `[x](${URL})`],
  ])('over %o makes %o', (marked, expected) => {
    expect(paste(marked, URL)).toBe(expected);
  });

  it('with an unbalanced bracket is enclosed', () => {
    expect(paste('‹a›', 'https://a.example/b)')).toBe('[a](<https://a.example/b)>)');
    expect(paste('‹a›', 'https://a.example/b_(c)')).toBe('[a](https://a.example/b_(c))');
  });

  it.each([['‹›text'], ['‹one\ntwo›'], ['‹ ›'], ['`‹code›`'], ['```\n‹code›\n```'], ['[‹x›](/y)']])(
    'over %o stays a normal paste',
    (marked) => {
      expect(paste(marked, URL)).toBeUndefined();
    },
  );

  it('needs to be a URL', () => {
    expect(paste('‹a›', 'words')).toBeUndefined();
    expect(paste('‹a›', `${URL} and more`)).toBeUndefined();
    expect(paste('‹a›', 'javascript:alert(1)')).toBeUndefined();
  });

  it('is undone in one step, with the selection', () => {
    const state = stateOf('see ‹the docs› now');
    let next = state.update(linkSelection(state, URL) ?? {}).state;
    undo({
      state: next,
      dispatch: (transaction) => {
        next = transaction.state;
      },
    });
    expect(next.doc.toString()).toBe('see the docs now');
    expect(next.selection.main).toMatchObject({ from: 4, to: 12 });
  });
});
