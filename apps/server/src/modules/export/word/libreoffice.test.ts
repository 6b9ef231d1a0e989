import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCanary } from '../../../../tests/helpers/canary.ts';
import { makeOwnedPage, uploadFile } from '../../../../tests/helpers/upload.ts';
import { makeCatalog, makePage } from '../../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../../tests/helpers/site.ts';
import type { TestSite } from '../../../../tests/helpers/site.ts';

/** LibreOffice is installed only for the nightly run, with `libreoffice-math` and poppler. */
const PROGRAM = process.env['LIBREOFFICE'] ?? '';
const TIMEOUT_MS = 600_000;
/** Images of the pages, for visual review. */
const PAGE_IMAGES = path.resolve('.artifacts/word');

const ROWS = Array.from({ length: 60 }, (_, at) => `|field_${at}|string|说明 ${at}|`).join('\n');

function pageText(picture: string, remote: string): string {
  return `# Overview

Plain words with **strong** and \`code\`, and a [link](https://octavo.test).

## 中文标题：下单

下单后会锁定库存，超过三十分钟未支付则自动取消。

|Name|Type|说明|
|:--|:-:|--:|
${ROWS}

\`\`\`json
{
  "order_id": 10102,
  "状态": "已支付"
}
\`\`\`

3. third step
4. fourth step

- [x] done
- [ ] open

> A quoted word.

![red square](${picture} "Caption of the square"){width=200}

![from elsewhere](${remote})

Inline $E = mc^2$ and a sum:

$$
\\sum_{i=1}^{n} \\frac{x_i}{\\sqrt{1 + y^2}} = \\int_0^\\infty e^{-t}\\,dt
$$

$$
A = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}, \\quad f(x) = \\begin{cases} x & x \\ge 0 \\\\ -x & \\text{sonst} \\end{cases}
$$

$$
\\hat{x} + \\vec{v} + \\overline{z} + \\lim_{x \\to 0} \\frac{\\sin x}{x} + \\left( \\frac{\\alpha}{\\Gamma} \\right]
$$

\`\`\`mermaid
flowchart LR
  A[下单 order] --> B{Paid?}
  B -->|yes| C[Ship]
  B -->|no| D[Cancel 取消]
\`\`\`

\`\`\`mermaid
flowchart LR
  A --> --> B
\`\`\``;
}

describe.skipIf(PROGRAM === '')('a Word document in LibreOffice', () => {
  let site: TestSite;
  let folder: string;
  beforeAll(async () => {
    site = await openTestSite({ PDF_CHROMIUM: '/usr/bin/chromium', PDF_SANDBOX: '0' });
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-word-'));
    mkdirSync(PAGE_IMAGES, { recursive: true });
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe' }).toString();

  async function renderWithLibreOffice() {
    const canary = await startCanary();
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const red = { create: { width: 320, height: 160, channels: 3, background: 'red' } } as const;
    const bytes = await sharp(red).png().toBuffer();
    const { url } = await uploadFile(
      client,
      calls.page.uploadImg,
      { page_id },
      { name: 'r.png', bytes },
    );
    const remote = `http://127.0.0.1:${canary.port}/a.png`;
    const page_content = pageText(url, remote);
    await client.callOk(calls.page.save, { page_id, page_title: 'Orders 订单', page_content });
    const below = await makeCatalog(site, item_id, { cat_name: '附录' });
    await makePage(site, item_id, {
      catalog: below,
      page_title: 'Codes',
      page_content: 'The end.',
    });
    const answer = await client.request({
      method: 'GET',
      url: calls.export.word.path,
      query: { item_id: String(item_id) },
    });
    writeFileSync(path.join(folder, 'ours.docx'), answer.rawPayload);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    run(PROGRAM, '--headless', profile, '--convert-to', 'pdf', 'ours.docx');
    run('pdftoppm', '-png', '-r', '70', 'ours.pdf', path.join(PAGE_IMAGES, 'page'));
    const pages = run('pdftotext', '-layout', 'ours.pdf', '-').split('\f').slice(0, -1);
    return {
      pages,
      text: pages.join('\n'),
      images: run('pdfimages', '-list', 'ours.pdf'),
      fonts: run('pdffonts', 'ours.pdf'),
      hits: canary.closeAndCountHits(),
    };
  }

  it(
    'renders contents, headings, tables, code, images and Chinese text',
    async () => {
      const { pages, text, images, fonts, hits } = await renderWithLibreOffice();
      // The table of contents lists every title with its number and page.
      const [front = ''] = pages;
      expect(front).toContain('Harbor API');
      const isTitled = (page: string, title: string) =>
        page.split('\n').some((line) => line.trim().replace(/\s+/g, ' ') === title);
      const pageOf = (title: string) => 1 + pages.findIndex((page) => isTitled(page, title));
      for (const title of ['1 Guides', '1.1 Orders 订单', '2 附录', '2.1 Codes']) {
        const line = front.split('\n').find((one) => one.trim().startsWith(`${title}.`)) ?? '';
        expect(pageOf(title)).toBeGreaterThan(1);
        expect(Number(/\.+\s*(\d+)$/.exec(line)?.[1])).toBe(pageOf(title));
      }
      expect(text).toMatch(/^\s*1\s+Guides$/m);
      expect(text).toMatch(/^\s*1\.1\s+Orders 订单$/m);
      expect(text).toMatch(/^\s*2\s+附录$/m);
      expect(text).toMatch(/^\s*2\.1\s+Codes$/m);
      expect(text).toMatch(/^\s*Overview$/m);
      expect(text).toMatch(/^\s*中文标题：下单$/m);
      expect(text).toContain('下单后会锁定库存，超过三十分钟未支付则自动取消。');
      for (let at = 0; at < 60; at += 1)
        expect(text).toMatch(new RegExp(`field_${at}\\s+string\\s+说明 ${at}$`, 'm'));
      // The table spans several pages, and its header is repeated on each of them.
      const withRows = pages.filter((page) => /field_\d+\s+string/.test(page));
      expect(withRows.length).toBeGreaterThan(1);
      for (const page of withRows) expect(page).toMatch(/Name\s+Type\s+说明/);
      expect(text).toMatch(/^\s*"order_id": 10102,$/m);
      expect(text).toContain('"状态": "已支付"');
      expect(text).toMatch(/3\.\s+third step/);
      expect(text).toMatch(/4\.\s+fourth step/);
      expect(text).toContain('A quoted word.');
      expect(text).toContain('The end.');
      const rows = images.trim().split('\n').slice(2);
      // 320 pixels on a width of 200 CSS pixels are 154 per inch.
      expect(rows.filter((row) => /\s320\s+160\s.*\s15[34]\s+15[34]\s/.test(row))).toHaveLength(1);
      expect(text).toMatch(/^\s*Caption of the square$/m);
      // Formulas are rendered, a diagram is an image of twice its size, and an invalid one is shown as source.
      for (const sign of ['∑', '∫', 'lim', 'sonst', 'α']) expect(text).toContain(sign);
      expect(text).not.toContain(String.raw`\frac`);
      expect(rows.filter((row) => /\s(?:9|1\d)\d\d\s+\d{3}\s/.test(row))).toHaveLength(1);
      expect(text).not.toContain('-->|yes|');
      expect(text).toContain('Diagram shown as source: Parse error on line 2');
      expect(text).toMatch(/^\s*A --> --> B$/m);
      // All fonts are embedded.
      expect(fonts).toContain('yes yes');
      expect(hits).toBe(0);
    },
    TIMEOUT_MS,
  );
});
