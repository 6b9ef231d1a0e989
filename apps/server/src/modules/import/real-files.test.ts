import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sampleOf } from '../../../tests/helpers/nightly.ts';
import { isObject, toArray, toObject, toText } from './json.ts';
import type { JsonObject } from './json.ts';
import { readApiFile } from './read-api-file.ts';

/** Real API descriptions are optional and outside the repository, since we may not redistribute them. */
const FIXTURES = new URL('../../../../../../shared/fixtures/', import.meta.url);
const kinds = ['openapi', 'postman'].filter((kind) => existsSync(new URL(kind, FIXTURES)));

/** Every object of a document with its key in the parent. */
function* walk(value: unknown, key = '', depth = 0): Generator<readonly [string, JsonObject]> {
  if (depth > 60) return;
  for (const entry of toArray(value)) yield* walk(entry, key, depth + 1);
  if (!isObject(value)) return;
  yield [key, value];
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, name, depth + 1);
}

/** Without `body`, which has no name. */
const NAMED_LOCATIONS = new Set(['query', 'header', 'path', 'cookie', 'formData']);
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
    if (NAMED_LOCATIONS.has(toText(value['in'])) && typeof value['name'] === 'string')
      names.add(value['name']);
    if (key === 'schema' || key === 'items')
      for (const name of Object.keys(toObject(value['properties']))) names.add(name);
    if (key === 'responses')
      for (const status of Object.keys(value).filter((code) => STATUS.test(code)))
        names.add(status);
  }
  const schemas = {
    ...toObject(toObject(toObject(document)['components'])['schemas']),
    ...toObject(toObject(document)['definitions']),
  };
  for (const schema of Object.values(schemas))
    for (const name of Object.keys(toObject(toObject(schema)['properties']))) names.add(name);
  return names;
}

/** Removes Markdown escapes and collapses white space. */
function normalize(text: string): string {
  return text.replaceAll('\\', '').replace(/\s+/g, ' ');
}

it('real files exist of both kinds or of none', () => {
  expect([0, 2]).toContain(kinds.length);
});

describe.each(kinds)('real files of %s', (kind) => {
  const folder = new URL(`${kind}/`, FIXTURES);
  it.each(sampleOf(readdirSync(folder).toSorted(), 0))('keep every name: %s', (name) => {
    const bytes = readFileSync(new URL(name, folder));
    const { pages, notes } = readApiFile(bytes, 'en');
    expect(pages.length).toBeGreaterThan(0);
    const text = new TextDecoder().decode(bytes);
    const document: unknown = /^\s*\{/.test(text)
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 1000, logLevel: 'silent' });
    const pageText = normalize([...pages.map((page) => page.page_content), ...notes].join('\n'));
    // Most names are separate words; the slow search of the whole text is only needed for the others.
    const pageWords = new Set(pageText.split(/[^\w.-]+/));
    const missingNames = [...namesOf(document, kind)]
      .map((fieldName) => normalize(toText(fieldName)))
      .filter(
        (fieldName) =>
          fieldName !== '' && !pageWords.has(fieldName) && !pageText.includes(fieldName),
      );
    expect(missingNames).toEqual([]);
  });
});
