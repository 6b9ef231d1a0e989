import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderSampleTree } from '../../../../tests/helpers/sample-tree.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const rowOf = (key: string) => screen.getByRole('treeitem', { name: new RegExp(`^${key} `) });
/** Returns false if the key was handled. */
const press = (key: string, target: Element | Window, options: object = {}) =>
  fireEvent.keyDown(target, { key, ...options });
const line = () => document.querySelector('[class*=line]');

describe('lifted rows', () => {
  it('are moved and dropped by keys, and each step is announced', () => {
    const { announce, onMove, focusRow, showRow } = renderSampleTree();
    expect(press(' ', rowOf('p1'))).toBe(false);
    expect(announce.mock.lastCall?.[0]).toMatch(
      /^Page 1 picked up\. At the top level, first\. Up and Down/,
    );
    expect(line()).not.toBeNull();
    expect(rowOf('p1').getAttribute('aria-selected')).toBe('true');
    // The focus may be elsewhere, because a long list does not contain all rows.
    press('ArrowDown', document.body);
    expect(announce).toHaveBeenLastCalledWith('At the top level, after Page 2');
    expect(showRow).toHaveBeenLastCalledWith(2);
    press('ArrowDown', document.body);
    expect(announce).toHaveBeenLastCalledWith('Into Catalog 10, first');
    expect(document.body.textContent).toContain('Into Catalog 10, first');
    press('ArrowLeft', document.body);
    press('ArrowLeft', document.body);
    expect(announce).toHaveBeenLastCalledWith('No further place in this direction.');
    press('ArrowRight', document.body);
    press(' ', document.body);
    expect(announce).toHaveBeenLastCalledWith('Page 1 dropped. Into Catalog 10, first.');
    expect(onMove.mock.calls[0]).toEqual([
      { pages: [expect.objectContaining({ page_id: 1 })], catalogs: [] },
      { itemId: 7, catId: 10, afterPageId: 0 },
    ]);
    expect(focusRow).toHaveBeenLastCalledWith('p1');
    expect(line()).toBeNull();
  });

  it('are announced in Chinese', () => {
    const { announce } = renderSampleTree({ language: 'zh-cn', selected: 'p1 p2' });
    press(' ', rowOf('p1'));
    expect(announce.mock.lastCall?.[0]).toMatch(/^已拿起 2 项。放在顶层，排在最前。上下方向键/);
    press('ArrowDown', document.body);
    expect(announce).toHaveBeenLastCalledWith('放入“Catalog 10”，排在最前');
    press('Escape', document.body);
    expect(announce).toHaveBeenLastCalledWith('已取消，2 项 没有移动。');
  });

  it('are not dropped at a place with a problem, which is announced', () => {
    const { announce, onMove } = renderSampleTree();
    press(' ', rowOf('c40'));
    press('ArrowRight', document.body);
    press('ArrowRight', document.body);
    expect(announce).toHaveBeenLastCalledWith(
      'Catalogs can have at most 3 levels. Into Catalog 20, after Catalog 30.',
    );
    expect(document.querySelector('[class*=problem]')).not.toBeNull();
    press(' ', document.body);
    expect(announce).toHaveBeenLastCalledWith('Catalogs can have at most 3 levels');
    expect(onMove).not.toHaveBeenCalled();
    press('ArrowLeft', document.body);
    press('Enter', document.body);
    expect(onMove.mock.calls[0]?.[1]).toEqual({ itemId: 7, catId: 10, afterCatId: 20 });
  });

  it('stay where they are if they are dropped there', () => {
    const { announce, onMove } = renderSampleTree();
    press(' ', rowOf('p2'));
    press(' ', document.body);
    expect(announce).toHaveBeenLastCalledWith('Page 2 not moved.');
    expect(onMove).not.toHaveBeenCalled();
  });

  it.each<[string, () => void, boolean]>([
    ['Esc', () => press('Escape', document.body), true],
    ['Tab', () => press('Tab', document.body), false],
    ['a press of the pointer', () => fireEvent.pointerDown(document.body), false],
    ['the loss of the focus', () => fireEvent.blur(window), false],
    ['a change of the tree', () => fireEvent.click(screen.getByText('Change the tree')), true],
  ])('are put back by %s', (_, interrupt, focuses) => {
    const { announce, onMove, focusRow } = renderSampleTree();
    press(' ', rowOf('p1'));
    press('ArrowDown', document.body);
    act(interrupt);
    expect(announce).toHaveBeenLastCalledWith('Cancelled. Page 1 not moved.');
    expect(focusRow.mock.calls).toEqual(focuses ? [['p1']] : []);
    expect(line()).toBeNull();
    press('ArrowDown', document.body);
    press(' ', document.body);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('take no other keys, so that letters do not move the focus', () => {
    renderSampleTree();
    press(' ', rowOf('p1'));
    const onKey = vi.fn<() => void>();
    document.body.addEventListener('keydown', onKey);
    for (const key of ['a', 'Home', 'Delete', 'F2']) expect(press(key, document.body)).toBe(false);
    expect(onKey).not.toHaveBeenCalled();
    press('Escape', document.body);
    press('a', document.body);
    expect(onKey).toHaveBeenCalledTimes(1);
    document.body.removeEventListener('keydown', onKey);
  });

  it('need a row that may move', () => {
    const { announce } = renderSampleTree();
    expect(press(' ', rowOf('p31'))).toBe(true);
    expect(press('ArrowUp', rowOf('p31'), { altKey: true })).toBe(true);
    expect(announce).not.toHaveBeenCalled();
  });

  it('leave Ctrl+Space and held keys to the tree', () => {
    renderSampleTree();
    expect(press(' ', rowOf('p1'), { ctrlKey: true })).toBe(true);
    expect(press(' ', rowOf('p1'), { shiftKey: true })).toBe(true);
    expect(press(' ', rowOf('p1'), { repeat: true })).toBe(true);
    expect(press('ArrowDown', rowOf('p1'))).toBe(true);
    expect(line()).toBeNull();
  });
});

describe('Alt with an arrow key', () => {
  it('moves the row one place', () => {
    const { announce, onMove, focusRow } = renderSampleTree({ selected: 'p1 p2' });
    expect(press('ArrowDown', rowOf('p1'), { altKey: true })).toBe(false);
    expect(onMove.mock.calls[0]).toEqual([
      { pages: [expect.objectContaining({ page_id: 1 })], catalogs: [] },
      { itemId: 7, catId: 0, afterPageId: 2 },
    ]);
    expect(announce).toHaveBeenLastCalledWith('Page 1 dropped. At the top level, after Page 2.');
    expect(focusRow).toHaveBeenLastCalledWith('p1');
    press('ArrowUp', rowOf('c60'), { altKey: true });
    expect(onMove.mock.lastCall?.[1]).toEqual({ itemId: 7, catId: 0, afterCatId: 10 });
  });

  it('at the end of the level only says so', () => {
    const { announce, onMove } = renderSampleTree();
    press('ArrowUp', rowOf('p1'), { altKey: true });
    expect(announce).toHaveBeenLastCalledWith('Page 1 is already first.');
    press('ArrowDown', rowOf('c70'), { altKey: true });
    expect(announce).toHaveBeenLastCalledWith('Catalog 70 is already last.');
    expect(onMove).not.toHaveBeenCalled();
  });
});
