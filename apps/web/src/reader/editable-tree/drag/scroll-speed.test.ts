import { expect, it } from 'vitest';
import { scrollSpeed } from './scroll-speed.ts';

it('a list scrolls near its edges, faster nearer to them', () => {
  const speed = (y: number) => scrollSpeed(y, 100, 700);
  expect(speed(400)).toBe(0);
  expect(speed(141)).toBe(-0);
  expect(speed(130)).toBeLessThan(0);
  expect(speed(110)).toBeLessThan(speed(130));
  expect(speed(100)).toBe(speed(-500));
  expect(speed(670)).toBe(-speed(130));
  expect(speed(690)).toBeGreaterThan(speed(670));
  expect(speed(900)).toBe(speed(700));
});

it('a low list has a middle in which it does not scroll', () => {
  expect(scrollSpeed(45, 0, 90)).toBe(0);
  expect(scrollSpeed(5, 0, 90)).toBeLessThan(0);
});
