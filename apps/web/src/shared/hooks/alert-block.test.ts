import { expect, it } from 'vitest';
import { createAlertBlock } from './alert-block.ts';

it('blocks for 500 ms after an alert', () => {
  let now = 1000;
  const block = createAlertBlock(() => now);
  expect(block.isBlocked()).toBe(false);
  block.begin();
  expect(block.isBlocked()).toBe(true);
  now += 499;
  expect(block.isBlocked()).toBe(true);
  now += 1;
  expect(block.isBlocked()).toBe(false);
});
