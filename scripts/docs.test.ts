import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptList } from './script-list.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));
/** The READMEs of packages, apps and their folders. */
const readmes = globSync('{apps,packages,e2e,scripts}/**/README.md', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).toSorted();
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readmes,
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

describe('the version', () => {
  const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version;
  const version = versionOf('package.json');

  it.each(globSync('{apps,packages}/*/package.json', { cwd: root }))(
    'is the same in %s',
    (path) => {
      expect(versionOf(path)).toBe(version);
    },
  );

  it('is the same in package-lock.json', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string }>;
    };
    const own = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
    expect(own.length).toBeGreaterThan(1);
    expect(own.filter((path) => packages[path]?.version !== version)).toEqual([]);
  });

  it('is the newest one in CHANGELOG.md', () => {
    const headings = read('CHANGELOG.md').match(/^## .*/gm) ?? [];
    expect(headings[0]).toBe('## [Unreleased]');
    expect(headings[1]).toMatch(/^## \[[\w.-]+\] - \d{4}-\d\d-\d\d$/);
    expect(headings[1]).toContain(`[${version}]`);
  });
});

describe('the version of Node', () => {
  it('is the same in .nvmrc and .ci/run', () => {
    expect(read('.ci/run')).toContain(`\nnode_version=${read('.nvmrc').trim()}\n`);
  });
});

describe('npm run help', () => {
  it('has one sentence for every script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scriptList).toSorted()).toEqual(Object.keys(scripts).toSorted());
    expect(Object.values(scriptList).filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });
});

const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^(?:node_modules|dist.*)$/.test(entry.name))
    .map(({ name }) => `${path}/${name}`);

describe('the tree of docs/architecture.md', () => {
  const architecture = read('docs/architecture.md');
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

describe('READMEs', () => {
  /** A module with more files needs a README; the README itself does not count. */
  const MAX_FILES = 15;
  const countFiles = (path: string) =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name !== 'README.md',
    ).length;
  const described = [
    ...folders('packages'),
    ...folders('apps'),
    ...folders('apps/server/src/modules').filter((path) => countFiles(path) > MAX_FILES),
  ];

  it('exist for every package, every app and every large module of the server', () => {
    expect(described.filter((path) => !readmes.includes(`${path}/README.md`))).toEqual([]);
  });

  it('do not exist where every Markdown file becomes a page', () => {
    expect(readmes.filter((path) => path.startsWith('apps/server/content/'))).toEqual([]);
  });

  it('of the server list every job', () => {
    const sources = globSync('apps/server/src/modules/**/*.ts', { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .map(read);
    const constants = new Map(
      sources.flatMap((source) =>
        [...source.matchAll(/\bconst ([A-Z_]+) = '([\w-]+)'/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      ),
    );
    const jobs = sources.flatMap((source) =>
      [
        ...source.matchAll(/\bdefine(?:Job\(\{\s*name: |TaskStep\(\s*)(?:'([\w-]+)'|([A-Z_]+))/g),
      ].map(([, name, constant = '']) => name ?? constants.get(constant)),
    );
    const [, table = ''] = /## Jobs\n(.*?)\n## /s.exec(read('apps/server/README.md')) ?? [];
    const rows = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);
    expect(rows.toSorted()).toEqual(jobs.toSorted());
  });
});

/** Documents name files relative to the part that they describe, READMEs also relative to their folder. */
const PARTS = [
  '',
  'apps/server',
  'apps/server/src',
  'apps/server/src/modules',
  'apps/web/src',
  'packages',
];
const isFile = (path: string, folder?: string) =>
  [...PARTS, ...(folder === undefined ? [] : [folder])].some((part) =>
    existsSync(join(root, part, path)),
  ) || existsSync(join(root, 'packages', path.replace('/', '/src/')));

const FILE = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|js|cjs|md|sql))`/g;
/** READMEs also name files without a folder, and folders with a slash at the end. */
const FILE_OR_FOLDER =
  /`((?:[\w.-]+\/)+|(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|js|cjs|css|html|json|md|sql))`/g;

describe('documents', () => {
  it.each(documents)('name existing files: %s', (path) => {
    const isReadme = readmes.includes(path);
    const names = [...read(path).matchAll(isReadme ? FILE_OR_FOLDER : FILE)];
    const folder = isReadme ? dirname(path) : undefined;
    expect(names.map(([, name = '']) => name).filter((name) => !isFile(name, folder))).toEqual([]);
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
