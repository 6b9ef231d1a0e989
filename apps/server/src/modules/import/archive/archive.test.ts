import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipBytes } from '../../../../tests/helpers/zip-bytes.ts';
import type { ZipEntry } from '../../../../tests/helpers/zip-bytes.ts';
import { openArchive } from '../../../lib/zip-reader.ts';
import { readArchive } from './read-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let serial = 0;
async function read(bytes: Uint8Array, name = 'Harbor docs.zip') {
  serial += 1;
  const path = join(folder, String(serial));
  await writeFile(path, bytes);
  const archive = await openArchive(path);
  try {
    return await readArchive(archive, name);
  } finally {
    archive.close();
  }
}

const page = { name: 'a.md', content: 'text' };

describe('an unsafe entry name', () => {
  it.each<[string, ZipEntry]>([
    ['up', { name: '../evil.md' }],
    ['up in the middle', { name: 'a/../../evil.md' }],
    ['up at the end', { name: 'a/..' }],
    ['absolute', { name: '/etc/evil.md' }],
    ['drive letter', { name: 'C:/evil.md' }],
    ['backslash', { name: '..\\evil.md' }],
    ['network', { name: '//server/evil.md' }],
    ['NUL', { name: 'evil.md\0.png' }],
    ['overlong', { name: `${'a'.repeat(5000)}.md` }],
    ['a duplicate name', { name: 'a.md' }],
    ['a symbolic link', { name: 'link.md', content: '/etc/passwd', attributes: 0xa1ff0000 }],
    ['overlong UTF-8', { name: Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x61]), flags: 0x800 }],
    ['a line break', { name: 'a\nb.md' }],
    ['nothing', { name: '' }],
  ])('rejects the whole archive: %s', async (_what, entry) => {
    await expect(read(zipBytes([page, entry]))).rejects.toThrow('importUnreadable');
  });
});

describe('a malicious archive', () => {
  const zeros = Buffer.alloc(10 * 1024 * 1024);
  const large = { name: 'x.md', content: 'a', deflate: true, size: 1024 ** 3 };
  it.each<[string, readonly ZipEntry[], string]>([
    ['more than a gigabyte', [page, large], 'tooLarge'],
    ['a false size', [{ ...page, content: zeros, deflate: true, size: 10 }], 'importUnreadable'],
    [
      'overlapping files',
      [page, { name: 'b.md', content: 'text', sharesDataWith: 0 }],
      'importUnreadable',
    ],
    ['an encrypted file', [page, { name: 'b.md', flags: 0x801 }], 'importUnreadable'],
    ['an unknown method', [page, { name: 'b.md', method: 12 }], 'importUnreadable'],
    ['nested archives', [{ name: 'a.zip', content: zipBytes([page]) }], 'importUnreadable'],
    ['too many files', Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}.md` })), 'tooLarge'],
  ])('is rejected: %s', async (_what, entries, errorName) => {
    const bytes = zipBytes(entries);
    const before = process.memoryUsage().rss;
    await expect(read(bytes)).rejects.toThrow(errorName);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('a tree of folders', () => {
  it('becomes catalogs and pages in natural order', async () => {
    const { item_name, pages, notes } = await read(
      zipBytes([
        { name: 'docs/10 last.md', content: 'c' },
        {
          name: 'docs/2 first.md',
          content: '![](img/a%20b.png) [next](10%20last.md) [x](http://a/b)',
        },
        { name: 'docs/img/a b.png', content: 'png' },
        { name: 'docs/unused.bin', content: 'x' },
        { name: 'docs/a/b/c/d/deep.markdown', content: '<img src="../../../../img/a b.png">' },
        { name: '__MACOSX/docs/._2 first.md', content: 'x' },
        { name: 'docs/.git/config', content: 'x' },
        { name: 'docs/empty/', content: '' },
      ]),
    );
    expect(item_name).toBe('docs');
    expect(pages.map(({ catalogPath, page_title }) => [...catalogPath, page_title])).toEqual([
      ['2 first'],
      ['10 last'],
      ['a', 'b', 'c / d', 'deep'],
    ]);
    const file = { file: 'docs/img/a b.png', mark: expect.any(String) as string };
    expect([...(pages[0]?.links ?? [])]).toEqual([
      ['img/a%20b.png', file],
      ['10%20last.md', { page: 1 }],
    ]);
    expect([...(pages[2]?.links ?? [])]).toEqual([['../../../../img/a b.png', file]]);
    expect(notes).toEqual(['docs/unused.bin']);
  });

  it.each([
    ['# Dock **here** `now`\n\nText\n# Second\n', 'Dock here now', 'Text\n# Second\n'],
    ['\r\n#Dock\r\nText', 'Dock', 'Text'],
    ['Dock\n====\nText', 'Dock', 'Text'],
    ['![badge](b.png)\n\n# Dock #\n\nText', 'Dock', '![badge](b.png)\n\nText'],
    ['---\n# note\ntitle: x\n---\n# Dock\nText', 'Dock', '---\n# note\ntitle: x\n---\nText'],
    ['```sh\n# no title\n```\n\n# Dock', 'Dock', '```sh\n# no title\n```\n'],
    ['# Dock', 'Dock', ''],
    ['## Part\n\n# Dock', 'name', '## Part\n\n# Dock'],
    ['#\nText', 'name', '#\nText'],
    ['a line\nanother\n===', 'name', 'a line\nanother\n==='],
    ['Text', 'name', 'Text'],
  ])('takes its title from the first heading: %j', async (content, page_title, page_content) => {
    const { pages } = await read(zipBytes([{ name: 'name.md', content }]));
    expect(pages).toMatchObject([{ page_title, page_content }]);
  });

  it('from a Chinese system keeps its GBK names', async () => {
    // 接口/查询.md and 订单 in GBK, without the UTF-8 flag.
    const name = Buffer.from('bdd3bfda2fb2e9d1af2e6d64', 'hex');
    const { item_name, pages } = await read(
      zipBytes([{ name, content: Buffer.from('b6a9b5a5', 'hex') }, page]),
      '文档.zip',
    );
    expect(item_name).toBe('文档');
    const found = pages.find(({ catalogPath }) => catalogPath.length > 0);
    expect(found).toMatchObject({
      catalogPath: ['接口'],
      page_title: '查询',
      page_content: '订单',
    });
  });

  it('without Markdown is rejected', async () => {
    await expect(read(zipBytes([{ name: 'a.txt', content: 'x' }]))).rejects.toThrow(
      'importUnreadable',
    );
  });
});

describe('an archive of ShowDoc', () => {
  it.each(['info.json', 'prefix_info.json'])('is read from %s', async (name) => {
    const info = {
      item_type: '1',
      item_name: 'Old &amp; good',
      item_description: 'd',
      password: 'secret',
      pages: {
        pages: [
          { page_title: 'Root', page_content: '&lt;b&gt; &amp;amp; &quot;q&quot;', s_number: '3' },
        ],
        catalogs: [
          {
            cat_name: '接口',
            s_number: '2',
            pages: [{ page_title: 'P', page_content: 'raw <i>' }],
            catalogs: [{ cat_name: 'empty', pages: [], catalogs: [] }],
          },
        ],
      },
    };
    const { item_name, pages, catalogs } = await read(
      zipBytes([
        { name, content: JSON.stringify(info) },
        { name: 'Root.md', content: 'unused' },
      ]),
    );
    expect(item_name).toBe('Old & good');
    expect(pages).toMatchObject([
      { catalogPath: [], page_title: 'Root', page_content: '<b> &amp; "q"', s_number: 3 },
      { catalogPath: ['接口'], page_title: 'P', page_content: 'raw <i>', s_number: 99 },
    ]);
    expect(catalogs).toEqual([
      { catalogPath: ['接口'], s_number: 2 },
      { catalogPath: ['接口', 'empty'], s_number: 99 },
    ]);
  });
});

describe('an archive of the Markdown export', () => {
  it('restores names, order and attachments from its manifest', async () => {
    const manifest = {
      octavo: 1,
      item_name: 'Harbor',
      item_description: 'About ships',
      catalogs: [{ folder: 'a_b/', catalog: ['a/b'], s_number: 4 }],
      pages: [
        {
          file: 'a_b/Q_.md',
          title: 'Q?',
          catalog: ['a/b'],
          s_number: 7,
          page_type: 0,
          attachments: ['files/x.pdf'],
        },
        { file: 'gone.md', title: 'Gone', catalog: [], s_number: 1, page_type: 0 },
      ],
    };
    const { item_name, item_description, pages, catalogs, notes } = await read(
      zipBytes([
        { name: 'octavo.json', content: JSON.stringify(manifest) },
        { name: 'a_b/Q_.md', content: '![](../files/y.png)' },
        { name: 'files/x.pdf', content: 'pdf' },
        { name: 'files/y.png', content: 'png' },
      ]),
    );
    expect({ item_name, item_description }).toEqual({
      item_name: 'Harbor',
      item_description: 'About ships',
    });
    expect(catalogs).toEqual([{ catalogPath: ['a/b'], s_number: 4 }]);
    expect(pages).toMatchObject([
      { catalogPath: ['a/b'], page_title: 'Q?', s_number: 7, page_type: 0 },
    ]);
    const files = [...(pages[0]?.links?.values() ?? [])].map(
      (target) => 'file' in target && target.file,
    );
    expect(files).toEqual(['files/y.png', 'files/x.pdf']);
    expect(notes).toEqual(['gone.md']);
  });

  it('with a broken manifest is read as a tree of folders', async () => {
    const { pages } = await read(zipBytes([{ name: 'octavo.json', content: '{' }, page]));
    expect(pages).toMatchObject([{ page_title: 'a' }]);
  });
});
