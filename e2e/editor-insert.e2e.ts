import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { compose, editorPage, openEditor } from './editor-page.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { pasteTexts, tabTo } from './input.ts';
import type { Site } from './site.ts';
import { registerByApi, uniqueName } from './users.ts';

/** The editor of a page and its insert menus. */
function insertPage(page: Page, text: Translate) {
  const editor = editorPage(page, text);
  const menu = (name: string) => page.getByRole('listbox', { name });
  return {
    ...editor,
    slash: menu(text('insert.title')),
    pages: menu(text('insert.pages')),
    people: menu(text('insert.people')),
    emoji: menu(text('insert.emoji')),
    anyMenu: page.getByRole('listbox'),
    selected: page.getByRole('option', { selected: true }),
    /** Starts an empty line at the end of the text. */
    async startLine() {
      await editor.source.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
    /** The line of the cursor and those below it. */
    lines: () => editor.source.locator('.cm-line'),
    /** Screen readers get the selected option as the active descendant of the editor. */
    async expectActive(name: string) {
      const selected = page.getByRole('option', { selected: true });
      await expect(selected).toContainText(name);
      const id = (await selected.getAttribute('id')) ?? '';
      await expect(editor.source).toHaveAttribute('aria-activedescendant', id);
    },
  };
}

async function openInsert(page: Page, site: Site, text: Translate) {
  const opened = await openEditor(page, site, text);
  return { ...opened, insert: insertPage(page, text) };
}

test('the slash menu', async ({ page, site, text }) => {
  const { insert } = await openInsert(page, site, text);

  await test.step('inserts by keyboard and undoes in one step', async () => {
    await insert.startLine();
    await page.keyboard.type('/');
    await expect(insert.slash.getByRole('option')).toHaveCount(28);
    await insert.expectActive(text('insert.heading1'));
    await insert.expectAccessible();
    await page.keyboard.press('ArrowDown');
    await insert.expectActive(text('insert.heading2'));
    await page.keyboard.press('ArrowRight');
    await insert.expectActive(text('insert.numberedList'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(insert.slash).toBeHidden();
    await page.keyboard.type('Title');
    await expect(insert.lines().last()).toHaveText('# Title');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(insert.lines().last()).toHaveText('/');
  });

  await test.step('filters by names, Pinyin and marks; Tab inserts', async () => {
    await page.keyboard.press('Backspace');
    for (const query of ['/table', '/表格', '/biaoge', '/bg', '/|']) {
      await page.keyboard.type(query);
      await expect(insert.selected).toContainText(text('insert.table'));
      for (let at = 0; at < query.length; at += 1) await page.keyboard.press('Backspace');
      await expect(insert.slash).toBeHidden();
    }
    await page.keyboard.type('/callout');
    await expect(insert.selected).toContainText(text('insert.callout'));
    await page.keyboard.press('Tab');
    await expect(insert.source).toContainText('> [!NOTE]');
    await expect(insert.source).not.toContainText('callout');
    const preview = page.getByRole('region', { name: text('editor.preview') });
    await expect(preview.getByRole('note')).toBeVisible();
  });

  await test.step('keeps the slash after Esc, after a space and if nothing matches', async () => {
    await insert.startLine();
    await page.keyboard.type('/');
    await expect(insert.slash).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(insert.slash).toBeHidden();
    await page.keyboard.type('h');
    await expect(insert.lines().last()).toHaveText('/h');
    await page.keyboard.type(' /');
    await expect(insert.slash).toBeVisible();
    await page.keyboard.type(' ');
    await expect(insert.slash).toBeHidden();
    await page.keyboard.type('/xy');
    await expect(page.getByText(text('insert.noEntry')).first()).toBeVisible();
    await page.keyboard.type('z');
    await expect(page.getByText(text('insert.noEntry'))).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(insert.source).toContainText('/h / /xyz');
  });

  await test.step('does not open in code', async () => {
    await insert.startLine();
    await page.keyboard.type('```');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/ta @me [[x');
    await expect(insert.lines().last()).toHaveText('/ta @me [[x');
    await expect(insert.anyMenu).toHaveCount(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('```');
  });

  await test.step('inserts by mouse, and a click outside closes it', async () => {
    await insert.startLine();
    await page.keyboard.type('/');
    await insert.slash.getByRole('option', { name: text('insert.formula') }).click();
    await expect(insert.source).toBeFocused();
    await page.keyboard.type('a+b');
    await expect(insert.source).toContainText('a+b');
    await insert.startLine();
    await page.keyboard.type('/');
    await expect(insert.slash).toBeVisible();
    await page.getByRole('textbox', { name: text('editor.pageTitle') }).click();
    await expect(insert.slash).toBeHidden();
  });

  await test.step('opens dialogs and the file chooser', async () => {
    await insert.startLine();
    await page.keyboard.type('/json');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(text('tools.jsonToTable')).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await insert.startLine();
    await page.keyboard.type('/image');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await chooser;
  });

  await test.step('is also in the toolbar', async () => {
    const button = page.getByRole('button', { name: text('editor.insert'), exact: true });
    await insert.startLine();
    await button.click();
    await expect(insert.slash).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await insert.expectAccessible();
    await page.keyboard.type('mermaid');
    await page.keyboard.press('Enter');
    await expect(insert.source).toContainText('graph LR');
    await button.click();
    await expect(insert.slash).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(insert.slash).toBeHidden();
    await expect(insert.source).toBeFocused();
  });
});

test('links to pages', async ({ page, site, text }) => {
  const { insert, item_id, pages, call } = await openInsert(page, site, text);

  await test.step('by keyboard', async () => {
    await insert.startLine();
    await page.keyboard.type('[[capt');
    await expect(insert.pages.getByRole('option')).toHaveCount(2);
    await insert.expectActive('Capture a payment');
    await expect(insert.selected).toContainText('Payments');
    await insert.expectAccessible();
    await page.keyboard.press('Enter');
    await expect(insert.lines().last()).toHaveText(`[Capture a payment](/page/${pages.capture})`);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(insert.lines().last()).toHaveText('[[capt');
  });

  await test.step('to a heading', async () => {
    await insert.startLine();
    await page.keyboard.type('[[create');
    await expect(insert.selected).toContainText('Create an order');
    await expect(insert.selected).toContainText('POST');
    await page.keyboard.type('#');
    await expect(insert.pages.getByRole('option')).toHaveCount(4);
    await page.keyboard.type('err');
    await expect(insert.selected).toContainText('Errors');
    await page.keyboard.press('Enter');
    await expect(insert.lines().last()).toHaveText(
      `[Create an order › Errors](/page/${pages.create}#user-content-errors)`,
    );
  });

  await test.step('by mouse, from the toolbar', async () => {
    await insert.startLine();
    await page.getByRole('button', { name: text('editor.insert'), exact: true }).click();
    await insert.slash.getByRole('option', { name: text('insert.pageLink') }).click();
    await insert.pages.getByText('Capture a payment').click();
    await expect(insert.lines().last()).toHaveText(`[Capture a payment](/page/${pages.capture})`);
  });

  await test.step('to a new page in the same catalog', async () => {
    await insert.startLine();
    await page.keyboard.type('[[Refund (new)');
    const title = 'Refund (new)';
    await expect(insert.selected).toContainText(
      text('insert.newPageIn', { title, catalog: 'Orders' }),
    );
    await page.keyboard.press('Enter');
    await expect(insert.lines().last()).toHaveText(/^\[Refund \(new\)\]\(\/page\/\d+\)$/);
    const { menu } = await call(calls.item.info, { item_id });
    const orders = menu.catalogs.find(({ cat_name }) => cat_name === 'Orders');
    expect(orders?.pages.map(({ page_title }) => page_title)).toContain(title);
  });

  await test.step('without a choice the text stays', async () => {
    await insert.startLine();
    await page.keyboard.type('[[capt');
    await expect(insert.pages).toBeVisible();
    await page.keyboard.type(']] and more');
    await expect(insert.pages).toBeHidden();
    await expect(insert.lines().last()).toHaveText('[[capt]] and more');
  });
});

/** Waits until the server has found the link of the saved page, and opens the page that it links to. */
async function openTarget(
  page: Page,
  { call, item_domain }: Awaited<ReturnType<typeof openInsert>>,
  page_id: number,
) {
  await expect.poll(async () => (await call(calls.page.backlinks, { page_id })).total).toBe(1);
  await page.goto(`/${item_domain}/${page_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a page link is shown on the page that it links to', async ({ page, site, text }) => {
  const opened = await openInsert(page, site, text);
  const { insert, item_id, page_id, pages } = opened;
  const info = page.getByRole('button', { name: text('reader.pageInfo'), exact: true });
  const drawer = page.getByRole('dialog', { name: text('reader.pageInfo') });
  const backlink = drawer.getByRole('link', { name: 'Retrieve an order' });

  await test.step('by mouse', async () => {
    await insert.lines().last().click();
    await page.getByRole('button', { name: text('editor.insert'), exact: true }).click();
    await insert.slash.getByRole('option', { name: text('insert.pageLink') }).click();
    await insert.pages.getByText('Capture a payment').click();
    await page.getByRole('button', { name: text('editor.save'), exact: true }).click();
    await openTarget(page, opened, pages.capture);
    await info.click();
    await expect(drawer.getByRole('heading', { name: text('reader.linkedFrom') })).toBeVisible();
    await backlink.click();
    await expect(page).toHaveURL(new RegExp(`/${page_id}$`));
    await expect(drawer).toHaveCount(0);
  });

  await test.step('by keyboard', async () => {
    await insert.open(item_id, page_id);
    await tabTo(page, insert.source);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' [[create');
    await insert.expectActive('Create an order');
    await page.keyboard.press('Enter');
    await insert.save();
    await openTarget(page, opened, pages.create);
    await tabTo(page, info);
    await page.keyboard.press('Enter');
    await tabTo(page, backlink);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${page_id}$`));
    await expect(drawer).toHaveCount(0);
  });
});

test('mentions', async ({ page, site, text, browser }) => {
  const { insert, item_id, call } = await openInsert(page, site, text);
  const reader = uniqueName('tomas');
  const outsider = uniqueName('tomoko');
  const context = await browser.newContext({ baseURL: site.url });
  const other = await context.newPage();
  await other.goto('/');
  for (const username of [reader, outsider]) await registerByApi(other, site, username);
  await context.close();
  const catalogs = await call(calls.catalog.catListName, { item_id });
  const payments = catalogs.find(({ cat_name }) => cat_name === 'Payments');
  await call(calls.item.update, { item_id, password: 'harbor' });
  await call(calls.member.save, { item_id, username: reader, member_group_id: 0 });
  await call(calls.member.save, {
    item_id,
    username: outsider,
    member_group_id: 0,
    cat_id: payments?.cat_id ?? 0,
  });
  await page.reload();
  await expect(insert.source).toBeVisible();

  await insert.startLine();
  await page.keyboard.type('Ask @tom');
  await insert.expectActive(reader);
  await expect(insert.people.getByRole('option', { disabled: true })).toContainText(
    text('insert.noNotice', { username: outsider }),
  );
  await expect(page.getByText(text('insert.noticeOnSave'))).toBeVisible();
  await insert.expectAccessible();
  await page.keyboard.press('Enter');
  await expect(insert.lines().last()).toHaveText(`Ask @${reader} `);
  await page.keyboard.type('@tom');
  await insert.people.getByRole('option', { disabled: true }).click({ force: true });
  await expect(insert.people).toBeVisible();
  await insert.people.getByText(reader).first().click();
  await page.keyboard.type('soon');
  await expect(insert.lines().last()).toHaveText(`Ask @${reader} @${reader} soon`);
});

test('emoji and pasted URLs', async ({ page, site, text }) => {
  const { insert } = await openInsert(page, site, text);
  await insert.startLine();
  await page.keyboard.type('Done :rocke');
  await insert.expectActive('🚀');
  await insert.expectAccessible();
  await page.keyboard.press('Enter');
  await expect(insert.lines().last()).toHaveText('Done 🚀');
  await page.keyboard.type(' :庆祝');
  await insert.emoji.getByText('🎉').click();
  await expect(insert.lines().last()).toHaveText('Done 🚀 🎉');
  await page.keyboard.type(' at 10:30 :zz');
  await expect(insert.anyMenu).toBeVisible();
  await page.keyboard.type('q');
  await expect(insert.anyMenu).toHaveCount(0);

  await insert.startLine();
  await page.keyboard.type('docs');
  await page.keyboard.press('Shift+Home');
  await pasteTexts(insert.source, { plain: 'https://a.example/x' });
  await expect(insert.lines().last()).toHaveText('[docs](https://a.example/x)');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(insert.lines().last()).toHaveText('docs');
  await page.keyboard.type('selected again');
  await expect(insert.lines().last()).toHaveText('selected again');
});

test('input methods', async ({ page, site, text }) => {
  const { insert } = await openInsert(page, site, text);
  const cdp = await page.context().newCDPSession(page);
  await insert.startLine();

  await test.step('filter after a composition', async () => {
    await page.keyboard.type('/');
    await expect(insert.slash).toBeVisible();
    await compose(cdp, 'dai', '代码');
    await expect(insert.selected).toContainText(text('insert.codeBlock'));
    await page.keyboard.press('Escape');
    await expect(insert.lines().last()).toHaveText('/代码');
  });

  await test.step('open nothing during a composition', async () => {
    await insert.startLine();
    await page.keyboard.type(':');
    await cdp.send('Input.imeSetComposition', {
      text: 'qing',
      selectionStart: 4,
      selectionEnd: 4,
    });
    await expect(insert.lines().last()).toHaveText(':qing');
    await expect(insert.anyMenu).toHaveCount(0);
    await cdp.send('Input.insertText', { text: '庆祝' });
    await expect(insert.emoji).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(insert.lines().last()).toHaveText(/🎉|🥳|🎊/u);
  });

  await test.step('type Chinese marks', async () => {
    await insert.startLine();
    await compose(cdp, '、', '、');
    await expect(insert.slash).toBeVisible();
    await compose(cdp, 'bg', '表格');
    await page.keyboard.press('Enter');
    await expect(insert.source).toContainText('| --- | --- | --- |');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menus are sheets', async ({ page, site, text }) => {
    const { insert, pages } = await openInsert(page, site, text);
    const expectSheet = async () => {
      const rows = await page.getByRole('option').evaluateAll((options) =>
        options.map((option) => {
          const { height, left, right } = option.getBoundingClientRect();
          return { height, isInside: left >= 0 && right <= innerWidth };
        }),
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ height, isInside }) => height < 44 || !isInside)).toEqual([]);
      const { bottom, top } = await insert.anyMenu.evaluate((list) => {
        const sheet = list.parentElement?.getBoundingClientRect();
        return { bottom: sheet?.bottom ?? 0, top: sheet?.top ?? 0 };
      });
      expect(Math.round(bottom)).toBe(844);
      const cursor = await page.locator('.cm-cursor-primary').boundingBox();
      expect((cursor?.y ?? 0) + (cursor?.height ?? 0)).toBeLessThanOrEqual(top);
      await insert.expectAccessible();
    };

    // Many lines, so that the end of the text is at the bottom of the screen.
    await insert.append('\n\nMore text.'.repeat(12));
    await insert.startLine();
    await page.keyboard.type('/');
    await expect(insert.slash).toBeVisible();
    await expect(insert.lines().last()).toBeInViewport();
    await expect(async () => expectSheet()).toPass();
    await insert.slash.getByRole('option', { name: text('insert.taskList') }).tap();
    await page.keyboard.type('call [[capt');
    await insert.pages.getByText('Capture a payment').tap();
    await expect(insert.lines().last()).toHaveText(
      `- [ ] call [Capture a payment](/page/${pages.capture})`,
    );
    await page.keyboard.type(' :rocke');
    await insert.emoji.getByText('🚀').tap();
    await expect(insert.lines().last()).toContainText('🚀');
    await page.getByRole('button', { name: text('editor.insert'), exact: true }).tap();
    await expect(async () => expectSheet()).toPass();
    await insert.slash.getByRole('option', { name: text('insert.person') }).tap();
    await expect(insert.people).toBeVisible();
    await expect(insert.source).toBeFocused();
  });

  test('a person is mentioned, and a page is linked, by touch', async ({ page, site, text }) => {
    const opened = await openInsert(page, site, text);
    const { insert, pages, username } = opened;
    const openMenu = () =>
      page.getByRole('button', { name: text('editor.insert'), exact: true }).tap();
    await insert.lines().last().tap();
    await openMenu();
    await insert.slash.getByRole('option', { name: text('insert.person') }).tap();
    await insert.people.getByText(username).first().tap();
    await expect(insert.source).toContainText(`@${username}`);
    await openMenu();
    await insert.slash.getByRole('option', { name: text('insert.pageLink') }).tap();
    await insert.pages.getByText('Capture a payment').tap();
    await page.getByRole('button', { name: text('editor.save'), exact: true }).tap();
    await openTarget(page, opened, pages.capture);
    await page.getByRole('button', { name: text('reader.more'), exact: true }).tap();
    await page.getByRole('menuitem', { name: text('reader.pageInfo') }).tap();
    const drawer = page.getByRole('dialog', { name: text('reader.pageInfo') });
    await drawer.getByRole('link', { name: 'Retrieve an order' }).tap();
    await expect(page).toHaveURL(new RegExp(`/${opened.page_id}$`));
    await expect(drawer).toHaveCount(0);
  });
});
