import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { patchCore, patchReact, themeStyles } from '../apps/web/plugins/patch-fortune-sheet.ts';

const coreFile = createRequire(import.meta.url)
  .resolve('@fortune-sheet/core')
  .replace(/index\.js$/, 'index.esm.js');

describe('the patched FortuneSheet build', () => {
  const code = readFileSync(coreFile, 'utf8');
  const patched = patchCore(code);

  it('evaluates no generated code', () => {
    expect(code).toContain('new Function(');
    expect(patched).not.toMatch(/new Function\(|\beval\(/);
  });

  it.each([
    ['above the first row', 0, ['new', 'new', 'a', 'b']],
    ['above another row', 1, ['a', 'new', 'new', 'b']],
    ['below a row', 2, ['a', 'b', 'new', 'new']],
  ])('still inserts rows %s', (_where, statementIndex, expected) => {
    const statements = [...patched.matchAll(/d\.splice\.apply\(d, \[.*\)\);/g)].map(
      ([found]) => found,
    );
    expect(statements).toHaveLength(3);
    const sandbox = { d: [['a'], ['b']], arr: ['["new"]', '["new"]'], index: 1 };
    runInNewContext(statements[statementIndex] ?? '', sandbox);
    expect(sandbox.d.flat()).toEqual(expected);
  });

  it('uses the theme colours in its styles and keeps white text', () => {
    const css =
      '.a {\n  background: #fff;\n  color: #333;\n  border: 1px solid #ccc;\n}\n.b { color: #fff; }\n.c { background-color: #ddd; color: #676464; }';
    expect(themeStyles(css)).toBe(
      '.a {\n  background: var(--raised);\n  color: var(--text);\n  border: 1px solid var(--line-2);\n}\n.b { color: #fff; }\n.c { background-color: var(--line-2); color: var(--text-2); }',
    );
  });

  it('never truncates a number that is wider than its cell', () => {
    const [fitted = ''] = /function octavoFitted[\s\S]*?\n\}\n/.exec(patched) ?? [];
    const shown = (v: number, value: string, room: number, fa = 'General') =>
      runInNewContext(`${fitted}octavoFitted(cell, value, room, (text) => text.length)`, {
        cell: { v, ct: { fa, t: 'n' } },
        value,
        room,
      });
    expect(shown(0.000_956_937_8, '0.0009569378', 12)).toBe('0.0009569378');
    expect(shown(0.000_956_937_8, '0.0009569378', 8)).toBe('0.000957');
    expect(shown(1234.5678, '1234.5678', 5)).toBe('1235');
    expect(shown(0.000_001, '0.000001', 4)).toBe('####');
    expect(shown(123_456, '123456', 4)).toBe('####');
    expect(shown(1234.5, '1,234.50', 4, '#,##0.00')).toBe('####');
  });

  it('has one main element on its screen', () => {
    const file = coreFile.replace('/core/', '/react/');
    expect(patchReact(readFileSync(file, 'utf8'))).not.toContain('createElement("main"');
  });

  it('does not include its own formula parser', () => {
    expect(code).toContain('@fortune-sheet/formula-parser');
    expect(patched).not.toContain('@fortune-sheet/formula-parser');
  });
});
