import AxeBuilder from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { expect, type Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

/** The status of a draft that is on the server. */
function draftOnServer(text: Translate): RegExp {
  const ago = text('editor.draftOnServerAgo', { seconds: '\\d+' });
  return new RegExp(`${text('editor.draftOnServer')}|${ago}`);
}

/** The status of a draft that is on this device or on the server. */
export function draftKept(text: Translate): RegExp {
  return new RegExp(`${text('editor.draftKept')}|${draftOnServer(text).source}`);
}

/** Locates the controls of the editor by their accessible names. */
export function editorPage(page: Page, text: Translate) {
  // An open dialog hides the text behind it from screen readers.
  const source = page.getByRole('textbox', { name: text('editor.source'), includeHidden: true });
  return {
    source,
    title: page.getByRole('textbox', { name: text('editor.pageTitle') }),
    saved: page.getByText(new RegExp(text('editor.savedAt', { time: '\\d\\d:\\d\\d' }))),
    draftSaved: page.getByText(draftKept(text)),
    draftOnServer: page.getByText(draftOnServer(text)),
    /** The draft is only on this device. */
    draftOnDevice: page.getByText(text('editor.draftKept'), { exact: true }),
    saveOptions: page.getByRole('button', { name: text('editor.saveOptions') }),
    savePopover: page.getByRole('dialog', { name: text('editor.saveWithNote') }),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(source).toBeVisible();
    },
    /** Moves the cursor to the end of the text and inserts words there. */
    async append(words: string) {
      await source.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(words);
      await expect(source).toContainText(words.trim().split('\n').at(-1) ?? '');
    },
    save: () => page.keyboard.press('ControlOrMeta+s'),
    async expectAccessible() {
      // The guards of a menu pass the focus on as soon as they receive it.
      const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
      const { violations } = await axe.analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  };
}

/** Creates the sample item and opens its page "Retrieve an order" in the editor, with this text if one is given. */
export async function openEditor(page: Page, site: Site, text: Translate, content?: string) {
  const sample = await makeSampleItem(page, site);
  const { call, item_id } = sample;
  const page_id = sample.pages.retrieve;
  if (content !== undefined) await call(calls.page.save, { page_id, page_content: content });
  const editor = editorPage(page, text);
  await editor.open(item_id, page_id);
  const contentOf = async () => (await call(calls.page.info, { page_id })).page_content;
  return { ...sample, page_id, editor, contentOf };
}

/** Composes text with an input method, as a Chinese keyboard does. */
export async function compose(cdp: CDPSession, letters: string, result: string): Promise<void> {
  for (let length = 1; length <= letters.length; length += 1)
    await cdp.send('Input.imeSetComposition', {
      text: letters.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await cdp.send('Input.insertText', { text: result });
}
