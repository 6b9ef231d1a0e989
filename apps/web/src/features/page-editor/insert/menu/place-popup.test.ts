import { describe, expect, it } from 'vitest';
import { placePopup } from './place-popup.ts';

const pane = { left: 0, right: 720, top: 100, bottom: 860 };
const at = (left: number, top: number) => ({ left, right: left, top, bottom: top + 20 });

describe('a menu', () => {
  it('opens below the mark', () => {
    const placed = placePopup(at(200, 200), pane, { width: 450, height: 400 });
    expect(placed).toEqual({ left: 190, top: 226, maxHeight: 626 });
  });

  it('flips above the mark where there is no room below', () => {
    const placed = placePopup(at(200, 700), pane, { width: 450, height: 400 });
    expect(placed).toEqual({ left: 190, top: 294, maxHeight: 586 });
  });

  it('takes the larger side and scrolls if it fits on neither', () => {
    const below = placePopup(at(200, 300), pane, { width: 450, height: 900 });
    expect(below).toMatchObject({ top: 326, maxHeight: 526 });
    const above = placePopup(at(200, 700), pane, { width: 450, height: 900 });
    expect(above).toMatchObject({ top: 108, maxHeight: 586 });
  });

  it('stays inside its pane', () => {
    expect(placePopup(at(700, 200), pane, { width: 450, height: 400 }).left).toBe(262);
    expect(placePopup(at(2, 200), pane, { width: 450, height: 400 }).left).toBe(8);
  });
});
