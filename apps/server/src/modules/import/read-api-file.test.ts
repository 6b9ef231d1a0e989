import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportedItem } from './imported-item.ts';
import { readApiFile } from './read-api-file.ts';

const GOLDEN = new URL('../../../tests/golden/import/', import.meta.url);

/** The whole result of an import as one text for review. */
function asText({ item_name, item_description, pages, notes }: ImportedItem): string {
  return [
    `item: ${item_name}\n${item_description}`,
    ...pages.map(({ catalogPath, page_title, page_content }) =>
      [`════ ${[...catalogPath, page_title].join(' > ')}`, page_content].join('\n'),
    ),
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}

describe.each(['openapi', 'postman'])('a file of %s', (kind) => {
  const folder = new URL(`${kind}/`, GOLDEN);
  const files = readdirSync(folder).filter((name) => /\.(json|yaml)$/.test(name));
  it.each(files)('becomes the pages of the golden file: %s', async (name) => {
    const language = Number(name.slice(0, 2)) % 2 === 0 ? 'zh-cn' : 'en';
    const imported = readApiFile(readFileSync(new URL(name, folder)), language);
    await expect(asText(imported)).toMatchFileSnapshot(
      `../../../tests/golden/import/${kind}/${name}.txt`,
    );
  });
});

describe('an unsupported file', () => {
  it.each([
    ['empty', ''],
    ['words', 'just some words'],
    ['JSON of another format', '{"hello":1}'],
    ['a list', '[1,2]'],
    ['broken JSON', '{"openapi":'],
    ['broken YAML', 'a: [1'],
  ])('is rejected: %s', (_what, text) => {
    expect(() => readApiFile(Buffer.from(text), 'en')).toThrow('importUnreadable');
  });

  it.each([
    ['a recursive alias', 'openapi: 3.0.0\npaths: &a\n  /x:\n    get: *a\n'],
    ['nesting that is too deep', `{"openapi":"3.0.0","x":${'['.repeat(3000)}${']'.repeat(3000)}}`],
  ])('is rejected when it is cyclic or too deep: %s', (_what, text) => {
    expect(() => readApiFile(Buffer.from(text), 'en')).toThrow('importUnreadable');
  });

  it('is rejected when its aliases expand without limit', () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
    for (let n = 1; n < 9; n += 1)
      lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(',')}]`);
    const bomb = Buffer.from(`openapi: 3.0.0\n${lines.join('\n')}\n`);
    expect(() => readApiFile(bomb, 'en')).toThrow('importUnreadable');
  });
});

describe('other encodings', () => {
  it.each(['utf-8 with a mark', 'utf-16'])('are read: %s', (encoding) => {
    const text = '\uFEFF{"openapi":"3.1.0","info":{"title":"港口"},"paths":{}}';
    const bytes = Buffer.from(text, encoding === 'utf-16' ? 'utf16le' : 'utf8');
    expect(readApiFile(bytes, 'en').item_name).toBe('港口');
  });
});
