import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { someOf } from '../../testing/nightly.ts';
import { isObject, list, object, words } from './json.ts';
import type { Json } from './json.ts';
import { readApiFile } from './read-api-file.ts';

/** Real API descriptions are optional and outside the repository, since we may not redistribute them. */
const FIXTURES = new URL('../../../../../../shared/fixtures/', import.meta.url);
const kinds = ['openapi', 'postman'].filter((kind) => existsSync(new URL(kind, FIXTURES)));

/** Every object of a document with its key in the parent. */
function* walk(value: unknown, key = '', depth = 0): Generator<readonly [string, Json]> {
  if (depth > 60) return;
  for (const entry of list(value)) yield* walk(entry, key, depth + 1);
  if (!isObject(value)) return;
  yield [key, value];
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, name, depth + 1);
}

/** Without `body`, which has no name. */
const PLACES = new Set(['query', 'header', 'path', 'cookie', 'formData']);
const STATUS = /^([1-5][\dX]{2}|default)$/i;

/** The names of fields, parameters and status codes of a description. */
function namesOf(document: unknown, kind: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [key, value] of walk(document)) {
    if (kind === 'postman') {
      if (typeof value['key'] === 'string') names.add(value['key'].trim());
      continue;
    }
    // Keys of paths, examples and extensions are not fields.
    if (PLACES.has(words(value['in'])) && typeof value['name'] === 'string')
      names.add(value['name']);
    if (key === 'schema' || key === 'items')
      for (const name of Object.keys(object(value['properties']))) names.add(name);
    if (key === 'responses')
      for (const status of Object.keys(value).filter((code) => STATUS.test(code)))
        names.add(status);
  }
  const schemas = {
    ...object(object(object(document)['components'])['schemas']),
    ...object(object(document)['definitions']),
  };
  for (const schema of Object.values(schemas))
    for (const name of Object.keys(object(object(schema)['properties']))) names.add(name);
  return names;
}

/** Removes Markdown escapes and collapses white space. */
function plain(text: string): string {
  return text.replaceAll('\\', '').replace(/\s+/g, ' ');
}

it('real files exist of both kinds or of none', () => {
  expect([0, 2]).toContain(kinds.length);
});

describe.each(kinds)('real files of %s', (kind) => {
  const folder = new URL(`${kind}/`, FIXTURES);
  it.each(someOf(readdirSync(folder).toSorted(), 0))('keep every name: %s', (name) => {
    const bytes = readFileSync(new URL(name, folder));
    const { pages, notes } = readApiFile(bytes, 'en');
    expect(pages.length).toBeGreaterThan(0);
    const text = new TextDecoder().decode(bytes);
    const document: unknown = /^\s*\{/.test(text)
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 1000, logLevel: 'silent' });
    const written = plain([...pages.map((page) => page.page_content), ...notes].join('\n'));
    // Most names are separate words; the slow search of the whole text is only needed for the others.
    const known = new Set(written.split(/[^\w.-]+/));
    const lost = [...namesOf(document, kind)]
      .map((wanted) => plain(words(wanted)))
      .filter((wanted) => wanted !== '' && !known.has(wanted) && !written.includes(wanted));
    expect(lost).toEqual([]);
  });
});
