import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useRowWindow } from './use-row-window.ts';

afterEach(cleanup);

const ROW_HEIGHT = 31;
const equalRows = {
  overscan: 20,
  initial: { top: 500 * ROW_HEIGHT, height: 10 * ROW_HEIGHT, rowHeight: ROW_HEIGHT },
  rowAt: (offset: number, rowHeight: number) => Math.floor(offset / rowHeight),
};

function createList(clientHeight: number): HTMLElement {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientHeight', { value: clientHeight });
  return element;
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
  act(() => {
    element.dispatchEvent(new Event('scroll'));
  });
}

it('renders the rows of the initial viewport until the list is measured', () => {
  const { result } = renderHook(() => useRowWindow({ current: null }, 20_000, equalRows));
  expect(result.current).toEqual({ first: 480, last: 531, rowHeight: ROW_HEIGHT });
});

it('renders the visible rows of 20,000 and some around them', () => {
  const list = { current: createList(400) };
  const measureRow = () => 40;
  const { result } = renderHook(() => useRowWindow(list, 20_000, { ...equalRows, measureRow }));
  scrollTo(list.current, 400_000);
  expect(result.current).toEqual({ first: 9980, last: 10_031, rowHeight: 40 });
  scrollTo(list.current, 0);
  expect(result.current).toEqual({ first: 0, last: 31, rowHeight: 40 });
  scrollTo(list.current, 20_000 * 40 - 400);
  expect(result.current).toEqual({ first: 19_970, last: 20_000, rowHeight: 40 });
});

it('renders at least the last rows when the list gets shorter than its scroll position', () => {
  const list = { current: createList(400) };
  const { result, rerender } = renderHook(({ count }) => useRowWindow(list, count, equalRows), {
    initialProps: { count: 20_000 },
  });
  scrollTo(list.current, 300_000);
  rerender({ count: 300 });
  expect(result.current).toMatchObject({ first: 280, last: 300 });
});

it('renders all rows with an infinite overscan', () => {
  const list = { current: createList(400) };
  const options = { ...equalRows, overscan: Infinity };
  const { result } = renderHook(() => useRowWindow(list, 200, options));
  scrollTo(list.current, 3000);
  expect(result.current).toMatchObject({ first: 0, last: 200 });
});
