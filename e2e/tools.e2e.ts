import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { pasteTexts } from './input.ts';
import { openLive } from './live-page.ts';
import { makeSampleItem } from './sample-item.ts';

function toolsPage(page: Page, text: Translate) {
  // An open dialog hides the text behind it from screen readers.
  const source = page.getByRole('textbox', { name: text('editor.source'), includeHidden: true });
  return {
    source,
    dialog: page.getByRole('dialog'),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(source).toBeVisible();
    },
    async choose(menu: string, entry: string) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
    /** Moves the cursor to the end of the text. */
    async goToEnd() {
      await source.focus();
      await page.keyboard.press('ControlOrMeta+End');
    },
  };
}

test('templates are inserted, saved, used again and deleted', async ({ page, site, text }) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const tools = toolsPage(page, text);
  await tools.open(item_id, pages.retrieve);

  await test.step('an empty template list shows a message', async () => {
    await tools.choose(text('tools.templates'), text('tools.moreTemplates'));
    await expect(tools.dialog.getByRole('alert')).toContainText(text('tools.noTemplates'));
    await page.keyboard.press('Escape');
    await expect(tools.dialog).toBeHidden();
  });

  await test.step('built-in templates', async () => {
    await tools.goToEnd();
    await tools.choose(text('tools.templates'), text('tools.databaseTemplate'));
    await expect(tools.source).toContainText('varchar(30)');
    await tools.choose(text('tools.templates'), text('tools.apiTemplate'));
    await expect(tools.source).toContainText('https://api.example.com/v1/users');
  });

  await test.step('a user template', async () => {
    await tools.choose(text('tools.templates'), text('tools.saveAsTemplate'));
    await tools.dialog.getByRole('textbox').fill('House style');
    await tools.dialog.getByRole('button', { name: text('tools.saveTemplate') }).click();
    await expect(
      page.getByText(text('tools.templateSaved', { title: 'House style' })),
    ).toBeVisible();
    const [saved] = await call(calls.template.getList, {});
    expect(saved?.template_content).toContain('varchar(30)');
    await page.goto(`/page/edit/${item_id}/0`);
    await expect(tools.source).toBeVisible();
    await tools.choose(text('tools.templates'), text('tools.moreTemplates'));
    await tools.dialog
      .getByRole('button', { name: text('tools.insertTemplate', { title: 'House style' }) })
      .click();
    await expect(tools.source).toContainText('varchar(30)');
    await expect(tools.dialog).toBeHidden();
    await tools.choose(text('tools.templates'), text('tools.moreTemplates'));
    await tools.dialog
      .getByRole('button', { name: text('tools.deleteTemplate', { title: 'House style' }) })
      .click();
    await page.getByRole('button', { name: text('tools.deleteTemplateAction') }).click();
    await expect(tools.dialog.getByRole('alert')).toContainText(text('tools.noTemplates'));
  });
});

test('menus of the toolbar work by keyboard', async ({ page, site, text }) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const tools = toolsPage(page, text);
  await tools.open(item_id, pages.retrieve);
  const entry = (name: string) => page.getByRole('menuitem', { name });

  await test.step('arrow keys and letters move in the menu, Esc returns to its button', async () => {
    const opener = page.getByRole('button', { name: text('tools.templates'), exact: true });
    await opener.press('Enter');
    await expect(entry(text('tools.apiTemplate'))).toBeFocused();
    // These elements pass the focus on as soon as they receive it.
    const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await expect(entry(text('tools.saveAsTemplate'))).toBeFocused();
    // The text of the first entry begins with "API" in both languages.
    await page.keyboard.press('a');
    await expect(entry(text('tools.apiTemplate'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(opener).toBeFocused();

    await opener.press('ArrowDown');
    await expect(entry(text('tools.apiTemplate'))).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(entry(text('tools.moreTemplates'))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tools.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tools.dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('a command returns to the text', async () => {
    await tools.goToEnd();
    await page.getByRole('button', { name: text('editor.table'), exact: true }).press('Enter');
    await expect(entry(text('editor.newTable'))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tools.source).toBeFocused();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.type('Port');
    await expect(tools.source).toContainText('| Port |');
  });
});

test('format tools and pasted cells create tables', async ({ page, site, text }) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const tools = toolsPage(page, text);
  await tools.open(item_id, pages.retrieve);

  await test.step('JSON to table: an error first, then the table', async () => {
    await tools.goToEnd();
    await tools.choose(text('tools.formatTools'), text('tools.jsonToTable'));
    const input = tools.dialog.getByRole('textbox', { name: text('tools.json') });
    await expect(input).toBeFocused();
    await input.fill('{"order": {');
    await expect(tools.dialog.getByRole('alert')).toHaveText(text('tools.jsonFailed'));
    await input.fill('{"order": {"sku_code": "HB-1"}}');
    await expect(tools.dialog.getByRole('textbox', { name: text('tools.result') })).toHaveValue(
      /order\.sku_code \| string/,
    );
    await tools.dialog.getByRole('button', { name: text('tools.insert') }).click();
    await expect(tools.dialog).toBeHidden();
    await expect(tools.source).toContainText('| order.sku_code | string |');
  });

  await test.step('cells of a spreadsheet', async () => {
    await tools.goToEnd();
    await pasteTexts(tools.source, {
      html: '<table><tr><td>Port</td><td>Use</td></tr><tr><td>5432</td><td>PostgreSQL</td></tr></table>',
      plain: 'Port\tUse\n5432\tPostgreSQL',
    });
    await expect(tools.source).toContainText('| 5432 | PostgreSQL |');
  });
});

test('pasted code becomes a code block, and plain text again by undo', async ({
  page,
  site,
  text,
}) => {
  const { live, contentOf } = await openLive(page, site, text, 'Response:\n');
  const json = '{\n  "order_id": 12345678901234567890\n}';
  const block = `Response:\n\`\`\`json\n${json}\n\`\`\`\n`;
  await live.choose('write');
  await live.source.focus();

  await test.step('Write', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await pasteTexts(live.source, { plain: json });
    await expect(live.source.getByText('```json')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(live.source.getByText('```json')).toHaveCount(0);
    await expect(live.source).toContainText('"order_id": 12345678901234567890');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(live.source).not.toContainText('order_id');
  });

  await test.step('Live', async () => {
    await live.choose('live');
    await live.source.focus();
    await page.keyboard.press('ControlOrMeta+End');
    // Other programs add the colours of the code as HTML.
    await pasteTexts(live.source, { plain: json, html: `<pre><b>${json}</b></pre>` });
    await expect(live.code.getByText('"order_id"')).toBeVisible();
    await page.keyboard.type('Done');
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => contentOf()).toBe(`${block}Done`);
  });
});

test('a mock responds, and an HTTP test inserts its response into the page (Chinese only)', async ({
  page,
  site,
  text,
  language,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const tools = toolsPage(page, text);
  await tools.open(item_id, pages.retrieve);
  const mockButton = page.getByRole('button', { name: text('tools.mock'), exact: true });
  if (language === 'en') {
    await expect(mockButton).toHaveCount(0);
    return;
  }
  await mockButton.click();
  await tools.dialog
    .getByRole('textbox', { name: text('tools.mockTemplate') })
    .fill('{"list|3":[{"id|+1":5}]}');
  await expect(tools.dialog.getByText(text('tools.mockValid'))).toBeVisible();
  await tools.dialog.getByRole('textbox', { name: text('tools.mockPath') }).fill('/orders');
  await tools.dialog.getByRole('button', { name: text('tools.mockTry') }).click();
  await expect(tools.dialog.getByRole('textbox', { name: text('tools.mockSample') })).toHaveValue(
    /"id": 7/,
  );
  await tools.dialog.getByRole('button', { name: text('tools.mockSave') }).click();
  const addresses = tools.dialog.getByRole('list', { name: text('tools.mockAddresses') });
  await expect(addresses.getByRole('listitem')).toHaveCount(2);
  const mockUrls = await addresses.locator('code').allTextContents();
  for (const address of mockUrls) {
    const answer = await page.request.get(address);
    expect(await answer.json()).toEqual({ list: [{ id: 5 }, { id: 6 }, { id: 7 }] });
  }
  await page.keyboard.press('Escape');
  await expect(tools.dialog).toBeHidden();
  await tools.goToEnd();

  await test.step('from another tab, to a cross-origin URL', async () => {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: text('httpTest.open') }).click();
    const tab = await opened;
    await tab
      .getByRole('textbox', { name: text('httpTest.address') })
      .fill((mockUrls[0] ?? '').replace('localhost', '127.0.0.1'));
    await tab.getByRole('button', { name: text('httpTest.send') }).click();
    await expect(tab.getByRole('status')).toHaveText('200 OK');
    await expect(tab.getByRole('textbox', { name: text('httpTest.answerBody') })).toHaveValue(
      /"id": 7/,
    );
    await tab.getByRole('button', { name: text('httpTest.insert') }).click();
    await expect(tools.source).toContainText('"id": 7');
    await tab.reload();
    await expect(tab.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
    await tab.close();
  });

  await test.step('with the request that the page documents', async () => {
    await page.goto(`/page/http/${item_id}?page_id=${pages.create}`);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await expect(field(text('httpTest.address'))).toHaveValue('https://api.harbor.dev/v2/orders');
    await expect(page.getByRole('combobox', { name: text('httpTest.method') })).toHaveValue('POST');
    await expect(field(text('httpTest.headers'))).toHaveValue('Authorization: \nIdempotency-Key: ');
    await expect(field(text('httpTest.body'))).toHaveValue(/"customer_id": "cus_8f21c0"/);
  });
});
