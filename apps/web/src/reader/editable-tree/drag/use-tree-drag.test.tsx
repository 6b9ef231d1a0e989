import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSampleTree, ROW_HEIGHT } from '../../../../tests/helpers/sample-tree.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rowOf = (key: string) => {
  const row = document.querySelector(`[data-key="${key}"]`);
  if (!row) throw new Error(`no row ${key}`);
  return row;
};
function frames(ms = 50): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
const pointer = { pointerId: 1, pointerType: 'mouse', button: 0 };

function press(key: string, options: object = {}, target: Element = rowOf(key)) {
  const at = [...document.querySelectorAll('[data-key]')].indexOf(rowOf(key));
  fireEvent.pointerDown(target, {
    ...pointer,
    clientX: 60,
    clientY: (at + 0.5) * ROW_HEIGHT,
    ...options,
  });
}
/** Moves the pointer to a row; 4.1 is near the top of row 4. */
function moveTo(row: number, x = 60) {
  fireEvent.pointerMove(window, { ...pointer, clientX: x, clientY: row * ROW_HEIGHT });
  frames();
}
const release = () => fireEvent.pointerUp(window, { ...pointer, clientX: 60, clientY: 0 });
function releaseAt(row: number, x = 60) {
  moveTo(row, x);
  fireEvent.pointerUp(window, { ...pointer, clientX: x, clientY: row * ROW_HEIGHT });
}
const ghost = () => document.querySelector('[popover]');
const lines = () => document.querySelectorAll('[class*=line]');
const moved = () =>
  screen.getAllByRole('treeitem', { selected: true }).map(({ dataset }) => dataset['key']);

describe('a drag', () => {
  it('starts after 4 px, not before', () => {
    const { onMove } = renderSampleTree();
    press('p1', { clientX: 60, clientY: 15 });
    fireEvent.pointerMove(window, { ...pointer, clientX: 62, clientY: 18 });
    frames();
    expect(ghost()).toBeNull();
    fireEvent.pointerMove(window, { ...pointer, clientX: 60, clientY: 19 });
    frames();
    expect(ghost()?.textContent).toContain('Page 1');
    expect(moved()).toEqual(['p1']);
    releaseAt(4.2);
    expect(ghost()).toBeNull();
    expect(onMove.mock.calls.map(([, target]) => target)).toEqual([
      { itemId: 7, catId: 10, afterPageId: 11 },
    ]);
  });

  it('shows the line, the outlined catalog and the words', () => {
    renderSampleTree();
    press('p1');
    moveTo(4.2);
    expect(ghost()?.textContent).toBe('Page 1Into Catalog 10, after Page 11');
    expect([...lines()].map((line) => line.getAttribute('style'))).toEqual([
      expect.stringMatching(/top: 120px.*left: 28px/),
    ]);
    expect(document.querySelector('[class*=parent]')?.getAttribute('style')).toContain('top: 60px');
    moveTo(0.1);
    expect(ghost()?.textContent).toBe('Page 1At the top level, first');
    expect(document.querySelector('[class*=parent]')).toBeNull();
    moveTo(3.1);
    expect(ghost()?.textContent).toBe('Page 1Into Catalog 10, first');
    moveTo(9.5);
    expect(ghost()?.textContent).toBe('Page 1Into Catalog 40, at the end');
    expect(lines()).toHaveLength(0);
    release();
  });

  it('is described in Chinese', () => {
    renderSampleTree({ language: 'zh-cn' });
    press('p1');
    moveTo(4.2);
    expect(ghost()?.textContent).toBe('Page 1放入“Catalog 10”，排在“Page 11”之后');
    release();
  });

  it('moves the selection, with the number of rows', () => {
    const { onMove } = renderSampleTree({ selected: 'p1 c70' });
    press('c70');
    moveTo(4.2);
    expect(ghost()?.textContent).toBe(
      '2Catalog 70Into Catalog 10, after Page 11; the catalogs come after the pages',
    );
    expect(lines()).toHaveLength(2);
    releaseAt(4.2);
    expect(onMove.mock.calls[0]?.[1]).toEqual({
      itemId: 7,
      catId: 10,
      afterPageId: 11,
      afterCatId: 0,
    });
  });

  it('selects the level at the end of a branch by the horizontal position', () => {
    const { onMove } = renderSampleTree();
    for (const [x, catId] of [
      [15, 0],
      [30, 10],
      [50, 20],
    ] as const) {
      press('c70');
      releaseAt(8.9, x);
      expect(onMove.mock.lastCall?.[1].catId).toBe(catId);
    }
  });

  it('shows a reason and drops nothing where it is not allowed', () => {
    const { onMove } = renderSampleTree({ editable: [10] });
    press('c20');
    moveTo(9.5);
    expect(ghost()?.textContent).toBe('Catalog 20You cannot edit here');
    expect(document.querySelector('[class*=problem]')).not.toBeNull();
    moveTo(7.5);
    expect(ghost()?.textContent).toBe('Catalog 20A catalog cannot be moved into itself');
    releaseAt(7.5);
    press('c30');
    moveTo(7.9, 200);
    releaseAt(0.1);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('to a fourth level shows the reason', () => {
    const { onMove } = renderSampleTree();
    press('c40');
    moveTo(7.5);
    expect(ghost()?.textContent).toBe('Catalog 40Catalogs can have at most 3 levels');
    releaseAt(7.5);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('to the same place or beside the tree moves nothing', () => {
    const { onMove } = renderSampleTree();
    press('p2');
    releaseAt(1.8);
    press('p2');
    moveTo(4.2, 400);
    expect(ghost()?.textContent).toBe('Page 2');
    expect(lines()).toHaveLength(0);
    releaseAt(4.2, 400);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('is not a click, and a press without movement is one', () => {
    const { onClick } = renderSampleTree();
    press('p1');
    releaseAt(4.2);
    fireEvent.click(rowOf('p1'));
    expect(onClick).not.toHaveBeenCalled();
    frames();
    press('p1');
    release();
    fireEvent.click(rowOf('p1'));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['Esc', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the loss of the pointer', () => fireEvent.pointerCancel(window, pointer)],
    ['the loss of the focus', () => fireEvent.blur(window)],
  ])('is cancelled by %s', (_, interrupt) => {
    const { onMove, onClick } = renderSampleTree();
    press('p1');
    moveTo(4.2);
    interrupt();
    expect(ghost()).toBeNull();
    release();
    fireEvent.click(rowOf('p1'));
    expect(onMove).not.toHaveBeenCalled();
    expect(onClick).not.toHaveBeenCalled();
    frames();
    // The next drag works.
    press('p1');
    releaseAt(4.2);
    expect(onMove).toHaveBeenCalledTimes(1);
  });

  it('keeps Esc from other listeners', () => {
    renderSampleTree();
    const onKey = vi.fn<() => void>();
    document.body.addEventListener('keydown', onKey);
    press('p1');
    moveTo(4.2);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onKey).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onKey).toHaveBeenCalledTimes(1);
    document.body.removeEventListener('keydown', onKey);
  });

  it('starts neither on buttons, nor with another button, nor on rows that may not move', () => {
    renderSampleTree();
    press('p1', {}, screen.getByText('menu of p1'));
    moveTo(4.2);
    expect(ghost()).toBeNull();
    press('p1', { button: 2 });
    moveTo(4.2);
    expect(ghost()).toBeNull();
    press('p31');
    moveTo(4.2);
    expect(ghost()).toBeNull();
    release();
  });

  it('by touch starts at the grip only, and counts horizontal movement', () => {
    const { onMove } = renderSampleTree();
    const touch = { pointerType: 'touch', clientX: 230 };
    press('c70', touch);
    moveTo(8.9, 230);
    expect(ghost()).toBeNull();
    for (const [x, catId] of [
      [230, 0],
      [250, 10],
      [270, 20],
    ] as const) {
      press('c70', touch, screen.getByTestId('grip-c70'));
      releaseAt(8.9, x);
      expect(onMove.mock.lastCall?.[1].catId).toBe(catId);
    }
    expect(screen.getByTestId('grip-c70').style.touchAction).toBe('none');
  });

  it('is not a native drag of the link', () => {
    renderSampleTree();
    expect(fireEvent.dragStart(rowOf('p1'))).toBe(false);
  });

  it('opens a closed catalog after 600 ms and goes on with the new rows', () => {
    const { onMove } = renderSampleTree();
    press('p1');
    moveTo(9.5);
    frames(500);
    expect(document.querySelector('[data-key="p41"]')).toBeNull();
    frames(100);
    frames();
    expect(rowOf('p41')).toBeTruthy();
    expect(lines()).toHaveLength(1);
    releaseAt(11.2);
    expect(onMove.mock.calls[0]?.[1]).toEqual({ itemId: 7, catId: 40, afterPageId: 41 });
  });

  it('does not open a catalog that it has left, or that cannot take the rows', () => {
    renderSampleTree();
    press('p1');
    moveTo(9.5);
    frames(400);
    moveTo(4.2);
    frames(1000);
    expect(document.querySelector('[data-key="p41"]')).toBeNull();
    release();
    press('c10');
    moveTo(9.5);
    frames(1000);
    expect(document.querySelector('[data-key="p41"]')).toBeNull();
    release();
  });

  it('scrolls near the edge while the pointer does not move', () => {
    renderSampleTree();
    const list = screen.getByRole('tree');
    press('p1');
    moveTo(795 / ROW_HEIGHT);
    const first = list.scrollTop;
    expect(first).toBeGreaterThan(0);
    frames(200);
    expect(list.scrollTop).toBeGreaterThan(first + 50);
    moveTo(10);
    const stopped = list.scrollTop;
    frames(200);
    expect(list.scrollTop).toBe(stopped);
    release();
  });

  it('ends when the tree is removed', () => {
    const { unmount, onMove } = renderSampleTree();
    press('p1');
    moveTo(4.2);
    unmount();
    release();
    expect(onMove).not.toHaveBeenCalled();
  });
});
