import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('decision records', () => {
  it('are numbered without gaps', () => {
    const numbers = decisions.toSorted().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(decisions)('follow the template: %s', (name) => {
    const text = read(`docs/decisions/${name}`);
    expect(text).toMatch(
      new RegExp(
        `^# ${name.slice(0, 4)} .+\\n\\n- Status: (?:accepted|superseded by \\d{4})\\n- Date: \\d{4}-\\d\\d-\\d\\d\\n`,
      ),
    );
    expect(text.match(/^## .*/gm)).toEqual(['## Context', '## Decision', '## Consequences']);
    expect(read('docs/decisions/README.md')).toContain(`(${name})`);
  });
});

describe('the tree of docs/architecture.md', () => {
  const architecture = read('docs/architecture.md');
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|dist.*)$/.test(entry.name))
      .map(({ name }) => `${path}/${name}`);
  const [, drawing = ''] = /## Tree\n+```\n(.*?)```/s.exec(architecture) ?? [];
  const parents: string[] = [];
  const drawn = [...drawing.matchAll(/^( *)(\S+)\/ /gm), ...drawing.matchAll(/^( *)(\S+)\/$/gm)]
    .toSorted((a, b) => a.index - b.index)
    .map(([, indent = '', name = '']) => {
      const depth = indent.length / 2;
      parents.splice(depth, Infinity, depth === 0 ? name : `${parents[depth - 1]}/${name}`);
      return parents[depth] ?? '';
    });

  it('lists existing folders', () => {
    expect(drawn.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('lists all folders of packages, server and web', () => {
    const existing = ['packages', 'apps/server', 'apps/server/src', 'apps/web', 'apps/web/src'];
    expect(existing.flatMap(folders).filter((path) => !drawn.includes(path))).toEqual([]);
  });

  it('has a row for every module', () => {
    const [, table = ''] = /## Modules\n(.*?)\n## /s.exec(architecture) ?? [];
    const rows = [...table.matchAll(/^\|(.*?)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(.+?)`/g)].map(([, name = '']) => `apps/server/src/modules/${name}`),
    );
    expect(rows.toSorted()).toEqual(folders('apps/server/src/modules').toSorted());
  });
});

/** Documents name files relative to the part that they describe. */
const PARTS = ['', 'apps/server/src', 'apps/server/src/modules', 'apps/web/src', 'packages'];
const isFile = (path: string) =>
  PARTS.some((part) => existsSync(join(root, part, path))) ||
  existsSync(join(root, 'packages', path.replace('/', '/src/')));

describe('documents', () => {
  it.each(documents)('name existing files: %s', (path) => {
    const names = [...read(path).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|js|cjs|md|sql))`/g)];
    expect(names.map(([, name = '']) => name).filter((name) => !isFile(name))).toEqual([]);
  });

  it.each(documents)('link to existing files: %s', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
      ([, link = '']) => join(dirname(path), link),
    );
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it.each(documents)('are wrapped at 100 columns: %s', (path) => {
    // Tables, code, diagrams and headings cannot be wrapped.
    const prose = read(path)
      .replaceAll(/```.*?```/gs, '')
      .split('\n');
    expect(prose.filter((line) => line.length > 100 && !/^\s*\||^#|\]\(|^!\[/.test(line))).toEqual(
      [],
    );
  });
});
