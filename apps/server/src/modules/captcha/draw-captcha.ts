import { randomInt } from 'node:crypto';

/**
 * Strokes of each character on a grid of 4 by 6. Characters that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B) are left
 * out, so that users do not have to guess.
 */
const GLYPH_STROKES: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  J: '1,0 4,0|3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  3: '0,0 4,0 2,2 3,2 4,3 4,5 3,6 1,6 0,5',
  4: '3,6 3,0 0,4 4,4',
  6: '4,0 1,1 0,3 0,5 1,6 3,6 4,5 4,4 3,3 1,3 0,4',
  7: '0,0 4,0 1,6',
  9: '4,3 3,3.6 1,3.6 0,2.4 0,1 1,0 3,0 4,1 4,3 3,6 1,6',
};

export const CHARACTERS = Object.keys(GLYPH_STROKES);

const WIDTH = 112;
const HEIGHT = 40;
const CELL = 3.7;
/** Colors with enough contrast to the background of the picture, which is the same in light and dark themes. */
const COLORS = ['#2F4FD3', '#12693F', '#8A4F00', '#6537B1', '#A84318'];

/** A random number in this range, with two decimal places. */
function randomBetween(low: number, high: number): number {
  return low + randomInt(Math.round((high - low) * 100) + 1) / 100;
}

function toSvgPath(points: readonly (readonly [number, number])[]): string {
  return points
    .map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

/** The strokes of one character, randomly rotated, slanted and jittered. */
function drawGlyph(character: string, left: number): string[] {
  const rotation = randomBetween(-0.28, 0.28);
  const slant = randomBetween(-0.2, 0.2);
  const top = randomBetween(6, 11);
  return (GLYPH_STROKES[character] ?? '').split('|').map((stroke) =>
    toSvgPath(
      stroke.split(' ').map((point) => {
        const [column = 0, row = 0] = point.split(',').map(Number);
        const x = (column - 2) * CELL + randomBetween(-0.7, 0.7) + slant * (3 - row) * CELL;
        const y = (row - 3) * CELL + randomBetween(-0.7, 0.7);
        return [
          left + 8 + x * Math.cos(rotation) - y * Math.sin(rotation),
          top + 12 + x * Math.sin(rotation) + y * Math.cos(rotation),
        ] as const;
      }),
    ),
  );
}

function noise(): string {
  const y = () => randomBetween(8, HEIGHT - 8).toFixed(1);
  return `M2 ${y()}C${randomBetween(25, 45)} ${y()} ${randomBetween(60, 85)} ${y()} ${WIDTH - 2} ${y()}`;
}

/** Noise is inserted between the strokes at random positions, so the order of the paths does not reveal it. */
export function drawCaptcha(answer: string): string {
  const step = (WIDTH - 20) / answer.length;
  const lines = Array.from(answer).flatMap((character, at) => {
    const color = COLORS[randomInt(COLORS.length)];
    return drawGlyph(character, 12 + at * step + randomBetween(-2, 2)).map(
      (d) => `<path d="${d}" stroke="${color}" stroke-width="${randomBetween(2.2, 2.8)}"/>`,
    );
  });
  for (let count = 0; count < 3; count += 1) {
    const color = COLORS[randomInt(COLORS.length)];
    const at = randomInt(lines.length + 1);
    lines.splice(at, 0, `<path d="${noise()}" stroke="${color}" stroke-width="1" opacity=".6"/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#EEF0F4"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`;
}
