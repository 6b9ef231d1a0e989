import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { mendEngine } from '../apps/web/plugins/mended-engine.ts';

const engine = createRequire(import.meta.url)
  .resolve('@fortune-sheet/core')
  .replace(/index\.js$/, 'index.esm.js');

describe('the spreadsheet engine as it is built', () => {
  const code = readFileSync(engine, 'utf8');
  const mended = mendEngine(code);

  it('makes no code of its own', () => {
    expect(code).toContain('new Function(');
    expect(mended).not.toMatch(/new Function\(|\beval\(/);
  });

  it.each([
    ['above the first row', 0, ['new', 'new', 'a', 'b']],
    ['above another one', 1, ['a', 'new', 'new', 'b']],
    ['below one', 2, ['a', 'b', 'new', 'new']],
  ])('still inserts rows %s', (_where, way, expected) => {
    const statements = [...mended.matchAll(/d\.splice\.apply\(d, \[.*\)\);/g)].map(
      ([found]) => found,
    );
    expect(statements).toHaveLength(3);
    const world = { d: [['a'], ['b']], arr: ['["new"]', '["new"]'], index: 1 };
    runInNewContext(statements[way] ?? '', world);
    expect(world.d.flat()).toEqual(expected);
  });
});
