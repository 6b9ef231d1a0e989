import { act, cleanup, renderHook } from '@testing-library/react';
import type { Sheet } from '@octavo/sheet/workbook';
import { afterEach, expect, it } from 'vitest';
import { useSheetRows } from './use-sheet-rows.ts';

afterEach(cleanup);

it('renders the frozen rows and the visible ones of different heights', () => {
  // Every second row is 75 px high, the others have the default of 25 px.
  const rows = Array.from({ length: 1000 }, (_, row) => row);
  const sheet: Sheet = {
    name: 'Ports',
    rowCount: undefined,
    attributes: {},
    rows: new Map(
      rows.map((row) => [row, { cells: new Map(), attributes: row % 2 ? { height: 75 } : {} }]),
    ),
  };
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientHeight', { value: 400 });
  const { result, rerender } = renderHook(
    ({ frozen }) => {
      const window = useSheetRows(sheet, rows, frozen);
      window.scroll.current = element;
      return window;
    },
    { initialProps: { frozen: 2 } },
  );
  expect(result.current).toMatchObject({ first: 2, last: 37, above: 0 });

  element.scrollTop = 20_010;
  act(() => {
    element.dispatchEvent(new Event('scroll'));
  });
  // 20,010 px are in row 400, 20,410 px in row 408.
  expect(result.current).toMatchObject({ first: 388, last: 421, above: 19_300, below: 28_975 });

  rerender({ frozen: 0 });
  expect(result.current).toMatchObject({ first: 388, last: 421, above: 19_400 });
});
