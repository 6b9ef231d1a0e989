import { describe, expect, it } from 'vitest';
import { deleteBlock, duplicateBlock, listBlocks, moveBlock } from './block-edits.ts';
import { liveStateOf } from './tests/live-test-view.ts';

function edit(
  text: string,
  make: (
    state: ReturnType<typeof liveStateOf>['view']['state'],
    blocks: ReturnType<typeof listBlocks>,
  ) => ReturnType<typeof moveBlock>,
): string {
  const { view, field } = liveStateOf(text);
  const { state } = view;
  const spec = make(state, listBlocks(state, state.field(field).blocks));
  const result = spec ? state.update(spec).state.doc.toString() : text;
  view.destroy();
  return result;
}

const PAGE = '# A\n\none\ntwo\n\n- x\n- y\n\nend';

describe('blocks', () => {
  it('are paragraphs, headings and items of lists', () => {
    const { view, field } = liveStateOf(PAGE);
    const { state } = view;
    const texts = listBlocks(state, state.field(field).blocks).map(({ from, to }) =>
      state.sliceDoc(from, to),
    );
    expect(texts).toEqual(['# A', 'one\ntwo', '- x', '- y', 'end']);
    view.destroy();
  });

  it.each([
    [1, 0, 'one\ntwo\n\n# A\n\n- x\n- y\n\nend'],
    [0, 2, 'one\ntwo\n\n# A\n\n- x\n- y\n\nend'],
    [3, 2, '# A\n\none\ntwo\n\n- y\n- x\n\nend'],
    [0, 5, 'one\ntwo\n\n- x\n- y\n\nend\n\n# A'],
    [4, 3, '# A\n\none\ntwo\n\n- x\n\nend\n\n- y'],
    [4, 0, 'end\n\n# A\n\none\ntwo\n\n- x\n- y'],
    [2, 3, PAGE],
  ])('move from %i to %i', (index, target, result) => {
    expect(edit(PAGE, (state, blocks) => moveBlock(state, blocks, index, target))).toBe(result);
  });

  it('are deleted with the blank lines that separated them', () => {
    const remove = (index: number) =>
      edit(PAGE, (state, blocks) => deleteBlock(state, blocks, index));
    expect(remove(0)).toBe('one\ntwo\n\n- x\n- y\n\nend');
    expect(remove(3)).toBe('# A\n\none\ntwo\n\n- x\n\nend');
    expect(remove(4)).toBe('# A\n\none\ntwo\n\n- x\n- y');
  });

  it('are duplicated below', () => {
    const copy = (index: number) =>
      edit(PAGE, (state, blocks) => duplicateBlock(state, blocks, index));
    expect(copy(0)).toBe(`# A\n\n${PAGE}`);
    expect(copy(2)).toBe('# A\n\none\ntwo\n\n- x\n- x\n- y\n\nend');
  });
});
