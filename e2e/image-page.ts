import AxeBuilder from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { expect, type Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

const PICTURE_SIZE = { width: 800, height: 400 };

/** A PNG of 800 × 400 pixels, drawn by the browser. */
async function drawPicture(page: Page): Promise<string> {
  return page.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#3355e0';
    context?.fillRect(0, 0, width, height);
    return canvas.toDataURL();
  }, PICTURE_SIZE);
}

/** The editor of a page with an image, which is written by `content`, and the toolbar of the image. */
export async function openImage(
  page: Page,
  site: Site,
  text: Translate,
  content: (url: string) => readonly string[],
) {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const drawn = await drawPicture(page);
  const answer = await page.request.post(site.url + calls.page.uploadImg.path, {
    headers: { origin: site.url },
    multipart: {
      page_id: String(pages.retrieve),
      item_id: String(item_id),
      'editormd-image-file': {
        name: 'states.png',
        mimeType: 'image/png',
        buffer: Buffer.from(drawn.split(',')[1] ?? '', 'base64'),
      },
    },
  });
  const { data: file } = (await answer.json()) as { data: { url: string } };
  const { url } = file;
  await call(calls.page.save, {
    page_id: pages.retrieve,
    item_id,
    page_title: 'Order states',
    page_content: content(url).join('\n'),
  });
  // The drawn images of Live mode are groups as well.
  const toolbar = page
    .locator('[data-image-tools]')
    .getByRole('group', { name: text('editor.image'), exact: true });
  await page.goto(`/page/edit/${item_id}/${pages.retrieve}`);
  return {
    editor: editorPage(page, text),
    url,
    toolbar,
    caption: toolbar.getByRole('textbox', { name: text('editor.imageCaption') }),
    alt: toolbar.getByRole('textbox', { name: text('editor.imageAlt') }),
    pixels: toolbar.getByRole('textbox', { name: text('editor.imagePixels') }),
    /** What a finger touches; the radio button of a segment is invisible. */
    percentLabel: (value: number) => toolbar.getByText(`${value} %`, { exact: true }),
    percent: (value: number) => toolbar.getByRole('radio', { name: `${value} %` }),
    leftHandle: page.getByRole('slider', { name: text('editor.imageResizeLeft') }),
    rightHandle: page.getByRole('slider', { name: text('editor.imageResizeRight') }),
    chooseView: (view: 'write' | 'live' | 'read') =>
      page.getByRole('radio', { name: text(`editor.${view}`), exact: true }).check({ force: true }),
    contentOf: async () => (await call(calls.page.info, { page_id: pages.retrieve })).page_content,
    async expectAccessible() {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    },
    /** The controls of the sheet on a phone are large enough for a finger and inside of the screen. */
    async expectTouchTargets() {
      const controls = await toolbar.locator('button, a, label:has(> input)').evaluateAll((all) =>
        all.map((control) => {
          const { height, left, right } = control.getBoundingClientRect();
          return height >= 44 && left >= 0 && right <= innerWidth;
        }),
      );
      expect(controls.length).toBeGreaterThan(6);
      expect(controls).not.toContain(false);
    },
  };
}
