import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import { seededRandom } from '../../../tests/helpers/search-corpus.ts';
import { zipBytes } from '../../../tests/helpers/zip-bytes.ts';
import { openArchive } from '../../lib/zip-reader.ts';
import { readArchive } from './archive/read-archive.ts';
import { readApiFile } from './read-api-file.ts';

/** A few on every change, 20,000 in the nightly run. */
const MUTANTS = Number(process.env['IMPORT_MUTANTS'] ?? 500);
const MUTANTS_PER_KIND = Math.ceil(MUTANTS / 2);

type Random = () => number;

const MALFORMED_PARTS = [
  '\0',
  '{',
  '}',
  '[',
  ']',
  '"',
  '&',
  '*',
  '\n',
  '\uD800',
  '9e999',
  '-1',
  '$ref',
  '__proto__',
];

/** Removes, duplicates, flips and inserts bytes at a few positions. */
function mutate(bytes: Buffer, random: Random): Buffer {
  let now = bytes;
  const at = () => Math.floor(random() * (now.length + 1));
  for (let n = 0; n < 1 + random() * 6; n += 1) {
    const [from, length] = [at(), Math.floor(random() ** 4 * 400)];
    const kind = Math.floor(random() * 4);
    const rest = now.subarray(from + length);
    const part = now.subarray(from, from + length);
    const added = [
      Buffer.alloc(0),
      Buffer.concat([part, part]),
      Buffer.from(part.map((byte) => byte ^ (1 << Math.floor(random() * 8)))),
      Buffer.from(MALFORMED_PARTS[Math.floor(random() * MALFORMED_PARTS.length)] ?? ''),
    ][kind];
    now = Buffer.concat([now.subarray(0, from), added ?? Buffer.alloc(0), rest]);
  }
  return now;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-mutants-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `read`, the name of the error, or the stack of an unexpected error, which is a bug. */
async function resultOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return 'read';
  } catch (error) {
    return error instanceof AppError ? error.errorName : String((error as Error).stack);
  }
}

const EXPECTED_RESULTS = ['read', 'importUnreadable', 'tooLarge'];

describe('mutated files are read or rejected', { timeout: 3_600_000 }, () => {
  it('API descriptions', async () => {
    const golden = ['openapi', 'postman'].flatMap((kind) => {
      const folderUrl = new URL(`../../../tests/golden/import/${kind}/`, import.meta.url);
      const names = readdirSync(folderUrl).filter((name) => /\.(json|yaml)$/.test(name));
      return names.map((name) => readFileSync(new URL(name, folderUrl)));
    });
    for (let seed = 0; seed < MUTANTS_PER_KIND; seed += 1) {
      const bytes = mutate(golden[seed % golden.length] ?? Buffer.alloc(0), seededRandom(seed));
      const result = await resultOf(() => readApiFile(bytes, 'en'));
      expect(EXPECTED_RESULTS, `seed ${seed}: ${result}`).toContain(result);
    }
  });

  it('archives', async () => {
    const manifest = { octavo: 1, pages: [{ file: 'a.md', title: 'A', catalog: ['x'] }] };
    const info = { pages: { pages: [{ page_title: 'A' }], catalogs: [{ cat_name: 'c' }] } };
    const page = { name: 'a.md', content: '![](b.png) '.repeat(20), deflate: true };
    const kinds = [
      [page, { name: 'b.png', content: 'png' }, { name: 'c/d/e/f/g.md', content: 'x' }],
      [page, { name: 'octavo.json', content: JSON.stringify(manifest) }],
      [page, { name: 'info.json', content: JSON.stringify(info), deflate: true }],
    ].map(zipBytes);
    const path = join(folder, 'mutant');
    for (let seed = 0; seed < MUTANTS_PER_KIND; seed += 1) {
      await writeFile(path, mutate(kinds[seed % 3] ?? Buffer.alloc(0), seededRandom(seed)));
      const result = await resultOf(async () => {
        const archive = await openArchive(path);
        try {
          await readArchive(archive, 'mutant.zip');
        } finally {
          archive.close();
        }
      });
      expect(EXPECTED_RESULTS, `seed ${seed}: ${result}`).toContain(result);
    }
  });
});
