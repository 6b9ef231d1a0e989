import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemGrant } from '../../../access/grant.ts';
import { startCanary } from '../../../../tests/helpers/canary.ts';
import { makeOwnedPage, uploadFile } from '../../../../tests/helpers/upload.ts';
import { openTestSite } from '../../../../tests/helpers/site.ts';
import type { TestSite } from '../../../../tests/helpers/site.ts';
import { unzip } from '../../../../tests/helpers/unzip.ts';
import { exportTools } from '../export-file.ts';
import { openExportSource } from '../export-source.ts';
import { printFolder } from '../chromium.ts';
import { siteBundle } from '../site/site-bundle.ts';
import { writePdf } from './write-pdf.ts';

const CHROMIUM = '/usr/bin/chromium';
/** The drawing script is part of the build of the web app. */
const canDraw = existsSync(CHROMIUM) && (await siteBundle()).diagrams !== undefined;
const { save, uploadImg } = calls.page;
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('octavo-pdf-'));

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('a PDF', () => {
  it('is not offered without Chromium', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    const { formats } = await client.callOk(calls.export.forms, {});
    expect(formats).toEqual(['word', 'markdown', 'html', 'openapi']);
    const answer = await client.call(calls.export.begin, { item_id, format: 'pdf' });
    expect(answer.error_code).toBe(10629);
  });

  it.skipIf(!existsSync(CHROMIUM))(
    'is printed from local files and sends no requests',
    async () => {
      const canary = await startCanary();
      const { port } = canary;
      const { client, item_id, page_id } = await makeOwnedPage(site);
      const bytes = await sharp({
        create: { width: 40, height: 20, channels: 3, background: 'red' },
      })
        .png()
        .toBuffer();
      const { url } = await uploadFile(client, uploadImg, { page_id }, { name: 'a.png', bytes });
      await client.callOk(save, {
        page_id,
        page_content: `## 锁定库存\n\n![own](${url}) ![far](http://127.0.0.1:${port}/a.png) <img src="//localhost:${port}/b.png">\n\n\`\`\`mermaid\nflowchart LR\n  A@{ img: "http://127.0.0.1:${port}/c.png", label: "x" } --> B\n\`\`\``,
      });
      const grant = { itemId: item_id, view: 'all', edit: 'all' } as ItemGrant;
      const source = await openExportSource(
        site.deps.db,
        grant,
        { cat_id: 0, page_id: 0 },
        'zh-cn',
      );
      const printer = { program: CHROMIUM, sandbox: false };
      const before = leftovers();
      const pdf = await buffer(writePdf(source, { ...exportTools(site.deps), printer }));
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      const plain = pdf.toString('latin1');
      expect(plain).toContain('/Subtype /Image');
      expect(plain).toContain('/Outlines');
      expect(canary.closeAndCountHits()).toBe(0);
      expect(leftovers()).toEqual(before);
    },
  );

  it('is split into several documents in a zip when it has many pages', async () => {
    const { client, item_id, catalog } = await makeOwnedPage(site);
    for (const page_title of ['one', 'two', 'three', 'four'])
      await client.callOk(save, {
        item_id,
        page_title,
        page_content: `text of ${page_title}`,
        ...(page_title === 'four' && { cat_id: catalog.cat_id }),
      });
    await client.callOk(save, {
      item_id,
      page_title: 'five',
      page_content: '![](data:image/png;base64,iVBORw0KGgo= "Caption"){width=30%}',
      cat_id: catalog.cat_id,
    });
    const folder = await mkdtemp(join(tmpdir(), 'octavo-print-'));
    const program = join(folder, 'copy.sh');
    // Returns the HTML document instead of a PDF.
    const line =
      'for a in "$@"; do case $a in --print-to-pdf=*) cp print.html "${a#*=}";; esac; done';
    await writeFile(program, `#!/bin/sh\n${line}\n`);
    await chmod(program, 0o700);
    const grant = { itemId: item_id, view: 'all', edit: 'all' } as ItemGrant;
    const source = await openExportSource(site.deps.db, grant, { cat_id: 0, page_id: 0 }, 'en');
    const tools = { ...exportTools(site.deps), printer: { program, sandbox: true } };
    const files = await unzip(await buffer(writePdf(source, tools, 2)));
    const pages = [...files].map(([name, bytes]) => [
      name,
      [...bytes.toString().matchAll(/<h1 class="chapter"[^>]*>([^<]*)</g)].map(
        ([, title]) => title,
      ),
      bytes.toString().match(/text of \w+/g),
    ]);
    expect(pages).toEqual([
      ['Harbor API (1).pdf', ['one', 'two'], ['text of one', 'text of two']],
      ['Harbor API (2).pdf', ['three', 'Guides', 'Read me'], ['text of three']],
      ['Harbor API (3).pdf', ['four', 'five'], ['text of four']],
    ]);
    expect(files.get('Harbor API (3).pdf')?.toString()).toMatch(
      /<figure><img [^>]*width="30%"[^>]*><figcaption>Caption<\/figcaption><\/figure>/,
    );
    await rm(folder, { recursive: true });
  });

  it.skipIf(!canDraw)('has images for diagrams, and the reason for an invalid one', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const page_content =
      '```mermaid\nflowchart LR\n  A[下单] --> B["<b>x</b>"]\n```\n\n' +
      '```mermaid\nflowchart LR\n  A --> --> B\n```\n\n<pre class="mermaid">graph TD; A</pre>\n\n$x^2$';
    await client.callOk(save, { page_id, page_content });
    const folder = await mkdtemp(join(tmpdir(), 'octavo-print-'));
    const program = join(folder, 'draw.sh');
    // Draws with a real browser, but returns the HTML document and its images instead of a PDF.
    const lines = [
      'for a in "$@"; do case $a in --print-to-pdf=*) cat print.html files/*.svg > "${a#*=}"; exit;; esac; done',
      `exec ${CHROMIUM} "$@"`,
    ];
    await writeFile(program, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(program, 0o700);
    const grant = { itemId: item_id, view: 'all', edit: 'all' } as ItemGrant;
    const source = await openExportSource(site.deps.db, grant, { cat_id: 0, page_id: 0 }, 'en');
    const tools = { ...exportTools(site.deps), printer: { program, sandbox: false } };
    const html = (await buffer(writePdf(source, tools))).toString();
    expect(html).toMatch(
      /<p class="diagram"><img src="files\/[\w-]+\.svg" width="\d+" height="\d+" alt="Diagram"><\/p>/,
    );
    expect(html).toMatch(/<\/html>\s*<svg [\s\S]*下单/);
    expect(html).toContain(
      '<p class="undrawn">Diagram shown as source: Parse error on line 2</p><pre class="mermaid">flowchart LR\n  A --&gt; --&gt; B</pre>',
    );
    expect(html).toContain('class="katex"');
    await rm(folder, { recursive: true });
  });

  it('is aborted with all child processes when it exceeds its limits', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-print-'));
    const program = join(folder, 'slow.sh');
    const lines = ['env > seen.env', 'sleep 1000 &', 'echo $! > made', 'mv made child.pid', 'wait'];
    await writeFile(program, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(program, 0o700);
    const limits = {
      milliseconds: 60_000,
      // The limit is exceeded as soon as the child process exists.
      get bytes() {
        return existsSync(join(folder, 'child.pid')) ? 0 : Number.MAX_SAFE_INTEGER;
      },
    };
    const printed = printFolder(folder, { program, sandbox: true }, limits);
    await expect(printed).rejects.toThrow('memory limit exceeded');
    const child = (await readFile(join(folder, 'child.pid'), 'utf8')).trim();
    await expect
      .poll(() => readFile(`/proc/${child}/stat`, 'utf8').catch(() => ') Z '))
      .toMatch(/\) Z /);
    expect(await readFile(join(folder, 'seen.env'), 'utf8')).not.toMatch(/DATABASE|SECRET/);
    await rm(folder, { recursive: true });
  });
});
