import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { compose, editorPage } from './editor-page.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

const PAGE = `**Request URL:**
- \`https://api.harbor.dev/v2/orders\`

**Method:**
- POST

Creates an **order** and calls [Capture](/page/7).

> [!NOTE]
> Safe to retry.

## Headers

|Name|Type|
|:--|:--|
|Authorization|string|
|Idempotency-Key|string|

- first
  - inner
- [ ] open task
- [x] done task

\`\`\`json
{ "a": 1 }
\`\`\`

\`\`\`mermaid
graph TD
  Cart --> Paid
\`\`\`

$$
\\frac{a}{b}
$$

A price of $x^2$ and ![map](/favicon.svg) inside.

[TOC]

---

Last line.`;

/** The editor of a page in Live mode. */
function livePage(page: Page, text: Translate) {
  const editor = editorPage(page, text);
  const { source } = editor;
  const view = page.getByRole('radiogroup', { name: text('editor.view') });
  const block = (name: string) => source.getByRole('group', { name });
  return {
    ...editor,
    view,
    choose: (mode: 'write' | 'split' | 'live' | 'read') =>
      view.getByText(text(`editor.${mode}`), { exact: true }).click(),
    mode: (mode: 'write' | 'split' | 'live' | 'read') =>
      view.getByRole('radio', { name: text(`editor.${mode}`), exact: true }),
    table: block(text('live.table')),
    code: block(text('live.codeOf', { language: 'json' })),
    diagram: block(text('live.diagram')),
    formula: block(text('live.formula')),
    callout: block(text('live.callout')),
    endpoint: block(text('live.endpoint')),
    grip: page.getByRole('button', { name: text('live.blockMenu') }),
    plus: page.getByRole('button', { name: text('live.insertBlock') }),
    line: (words: string | RegExp) => source.locator('.cm-line').filter({ hasText: words }),
    async expectAccessible() {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    },
  };
}

async function openLive(page: Page, site: Site, text: Translate, content = PAGE) {
  const sample = await makeSampleItem(page, site);
  const call = createCaller(page.request, site);
  const { page_id } = await call(calls.page.save, {
    item_id: sample.item_id,
    cat_id: 0,
    page_title: 'Live',
    page_content: content,
  });
  const live = livePage(page, text);
  await live.open(sample.item_id, page_id);
  const contentOf = async () => (await call(calls.page.info, { page_id })).page_content;
  return { ...sample, call, page_id, live, contentOf };
}

test('Live draws blocks, hides marks elsewhere and never changes the text', async ({
  page,
  site,
  text,
}) => {
  const { item_id, page_id, live, contentOf } = await openLive(page, site, text);

  await test.step('the modes follow each other, and the choice is kept', async () => {
    await expect(live.mode('split')).toBeChecked();
    await live.source.focus();
    await page.keyboard.press('Control+\\');
    await expect(live.mode('live')).toBeChecked();
    await expect(
      page.getByText(text('editor.viewIs', { view: text('editor.live') }), { exact: true }),
    ).toBeAttached();
    await expect(page.getByText(text('editor.marksShown'))).toBeVisible();
    await page.keyboard.press('Control+\\');
    await expect(live.mode('read')).toBeChecked();
    await page.keyboard.press('Control+\\');
    await expect(live.mode('write')).toBeChecked();
    await live.choose('live');
    await live.open(item_id, page_id);
    await expect(live.mode('live')).toBeChecked();
  });

  await test.step('blocks have roles and names', async () => {
    await page.getByText('Creates an order').click();
    await expect(live.endpoint.getByText('POST')).toBeVisible();
    await expect(live.callout.getByRole('note')).toBeVisible();
    await expect(live.table.getByRole('columnheader', { name: 'Type' })).toBeVisible();
    await expect(live.code.getByText('"a"')).toBeVisible();
    await expect(live.diagram.getByText('Paid')).toBeVisible();
    await expect(live.formula.locator('.katex').first()).toBeVisible();
    await expect(live.source.getByRole('heading', { name: 'Headers', level: 2 })).toBeVisible();
    await live.expectAccessible();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(live.source.getByRole('img', { name: 'map' })).toBeVisible();
    await expect(live.source.getByText(text('live.toc'))).toBeVisible();
    await expect(live.source.getByRole('separator')).toBeVisible();
    await live.expectAccessible();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.getByText('Creates an order').click();
  });

  await test.step('marks are in the block with the cursor only', async () => {
    await expect(live.line('Creates an')).toHaveText(
      'Creates an **order** and calls [Capture](/page/7).',
    );
    await expect(live.source).not.toContainText('## Headers');
    await live.source.getByRole('heading', { name: 'Headers' }).click();
    await expect(live.line('Headers')).toHaveText('## Headers');
    await expect(live.line('Creates an')).toHaveText('Creates an order and calls Capture.');
  });

  await test.step('every line can be reached by keyboard', async () => {
    await page.keyboard.press('Control+Home');
    const lines = PAGE.split('\n').length;
    const position = (line: number) =>
      page.getByText(new RegExp(`^${text('editor.position', { line, column: '\\d+' })}$`));
    for (let step = 0; step < lines + 10; step += 1) await page.keyboard.press('ArrowDown');
    await expect(position(lines)).toBeVisible();
    for (let step = 0; step < lines + 10; step += 1) await page.keyboard.press('ArrowUp');
    await expect(position(1)).toBeVisible();
    await live.choose('write');
    await expect(page.getByText(text('editor.unchanged'))).toBeVisible();
    await live.choose('live');
    expect(await contentOf()).toBe(PAGE);
  });
});

test('Live edits through the drawn blocks', async ({ page, site, text }) => {
  const { live, contentOf } = await openLive(page, site, text);
  await live.choose('live');

  await test.step('a click puts the cursor into the cell, Tab goes to the next one', async () => {
    await live.table.getByRole('cell', { name: 'Authorization' }).click();
    await expect(live.line('|Authorization|string|')).toBeVisible();
    await page.keyboard.type('!');
    await page.keyboard.press('Tab');
    await page.keyboard.type('?');
    await expect(live.line('Authorization')).toHaveText('|Authorization!|string?|');
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(live.table.getByText('string?')).toBeVisible();
  });

  await test.step('a task is done by a click and undone in one step', async () => {
    const task = live.source.getByRole('checkbox', {
      name: text('live.task', { name: 'open task' }),
    });
    await task.click();
    await expect(task).toBeChecked();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(task).not.toBeChecked();
    await task.click();
    await expect(task).toBeChecked();
  });

  await test.step('a diagram shows its source with the drawing below', async () => {
    await live.diagram.click();
    await expect(live.line('Cart --> Paid')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('\n  Paid --> Sent');
    await expect(live.diagram.getByText('Sent')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(live.line('Cart --> Paid')).toHaveCount(0);
    await expect(live.diagram.getByText('Sent')).toBeVisible();
  });

  await test.step('a click in code keeps the place', async () => {
    await live.code.getByText('"a"').click({ position: { x: 2, y: 4 } });
    await page.keyboard.type('x');
    await expect(live.line('{ x"a": 1 }')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('search finds and replaces, menus insert, saving works', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('Last line');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/callout');
    await expect(page.getByRole('listbox', { name: text('insert.title') })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('New one');
    await live.save();
    await expect(live.saved).toBeVisible();
    const saved = await contentOf();
    expect(saved).toContain('> [!NOTE]\n> New one');
    expect(saved).toContain('- [x] open task');
    expect(saved).toContain('|Authorization!|string?|');
  });
});

test('the buttons beside a block move, copy and delete it', async ({ page, site, text }) => {
  const { live, contentOf } = await openLive(page, site, text, 'one\n\n## Two\n\nthree');
  await live.choose('live');
  const expectSaved = async (content: string) => {
    await live.save();
    await expect.poll(contentOf).toBe(content);
  };
  const gripTop = async () => (await live.grip.boundingBox())?.y ?? 0;
  /** The buttons follow the pointer. */
  const hover = async (words: string) => {
    await live.line(words).hover();
    const { y = 0, height = 0 } = (await live.line(words).boundingBox()) ?? {};
    await expect.poll(async () => Math.abs((await gripTop()) - y)).toBeLessThan(height);
  };

  await test.step('by drag', async () => {
    await hover('three');
    const grip = await live.grip.boundingBox();
    const target = await live.line('one').boundingBox();
    if (!grip || !target) throw new Error('not visible');
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5, grip.y - 10);
    await page.mouse.move(grip.x + 5, target.y + 2);
    await page.mouse.up();
    await expect(live.line('three')).toHaveClass(/live-active/);
    await expectSaved('three\n\none\n\n## Two');
    await page.keyboard.press('ControlOrMeta+z');
    await expectSaved('one\n\n## Two\n\nthree');
  });

  await test.step('by menu', async () => {
    await hover('Two');
    await live.expectAccessible();
    await live.grip.click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: text('live.copyHeadingLink') }).click();
    await expect(page.getByText(text('live.linkCopied'))).toBeVisible();
    await hover('one');
    await live.grip.click();
    await menu.getByRole('menuitem', { name: text('live.duplicate') }).click();
    await expect(menu).toHaveCount(0);
    await expectSaved('one\n\none\n\n## Two\n\nthree');
  });

  await test.step('by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Alt+ArrowUp');
    await expectSaved('one\n\none\n\nthree\n\n## Two');
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: text('live.remove') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(live.source).toBeFocused();
    await expectSaved('one\n\none\n\n## Two');
  });

  await test.step('and the plus opens the insert menu below', async () => {
    await hover('Two');
    await live.plus.click();
    const slash = page.getByRole('listbox', { name: text('insert.title') });
    await expect(slash).toBeVisible();
    await slash.getByRole('option', { name: text('insert.quote') }).click();
    await page.keyboard.type('item');
    await expectSaved('one\n\none\n\n## Two\n\n> item');
  });
});

test('an input method composes in Live', async ({ page, site, text }) => {
  const { live, contentOf } = await openLive(
    page,
    site,
    text,
    '# \n\n**bold** text\n\n- item\n\nend',
  );
  const cdp = await page.context().newCDPSession(page);
  await live.choose('live');
  await page.getByText('end', { exact: true }).click();
  await page.evaluate(() => {
    const counts = { starts: 0, ends: 0 };
    Object.assign(globalThis, { counts });
    addEventListener('compositionstart', () => (counts.starts += 1), { capture: true });
    addEventListener('compositionend', () => (counts.ends += 1), { capture: true });
  });
  const composeAt = async (where: () => Promise<void>, letters: string, result: string) => {
    await where();
    await compose(cdp, letters, result);
  };
  await composeAt(() => page.keyboard.press('End'), 'zhongwen', '中文');
  await composeAt(
    async () => {
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('End');
    },
    'biaoti',
    '标题',
  );
  await composeAt(
    async () => {
      await page.getByText('bold').click();
      await page.keyboard.press('Home');
    },
    'jiacu',
    '加粗',
  );
  await composeAt(
    async () => {
      await page.getByText('item').click();
      await page.keyboard.press('End');
    },
    '/lie',
    '列',
  );
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await live.save();
  await expect(live.saved).toBeVisible();
  expect(await contentOf()).toBe('# 标题\n\n加粗**bold** text\n\n- item列\n\nend中文');
  const counts = await page.evaluate(
    () => (globalThis as unknown as { counts: { starts: number; ends: number } }).counts,
  );
  // A display that changes too early would end a composition, and the browser would start another one.
  expect(counts).toEqual({ starts: 4, ends: 4 });
});

test('Live is not available for very long texts', async ({ page, site, text }) => {
  const paragraph = 'A line of text with **bold** words.\n\n';
  const content = paragraph.repeat(Math.floor(199_950 / paragraph.length));
  const { live } = await openLive(page, site, text, content);
  const reason = text('editor.liveTooLong', { limit: 200_000 });
  await live.choose('live');
  await live.source.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(live.line('A line of text').last()).toHaveText('A line of text with bold words.');
  await page.keyboard.insertText(`${'x'.repeat(200)}y`);
  await expect(live.mode('live')).toBeDisabled();
  await expect(page.locator('footer').getByText(reason)).toBeVisible();
  await expect(live.mode('write')).toBeChecked();
  await expect(live.source).toBeFocused();
  await page.keyboard.type('z');
  await expect(live.line('xyz')).toBeInViewport();
  await page.keyboard.press('Control+\\');
  await page.keyboard.press('Control+\\');
  await expect(live.mode('read')).toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Live is used by touch', async ({ page, site, text }) => {
    const { live, contentOf } = await openLive(page, site, text);
    await expect(live.mode('split')).toHaveCount(0);
    await live.choose('live');
    await live.source
      .getByRole('checkbox', { name: text('live.task', { name: 'open task' }) })
      .tap();
    await live.source.getByRole('heading', { name: 'Headers' }).tap();
    await expect(live.line('Headers')).toHaveText('## Headers');
    await live.grip.tap();
    await page.getByRole('menuitem', { name: text('live.moveUp') }).tap();
    await live.table.getByRole('cell', { name: 'Authorization' }).tap();
    await expect(live.line('|Authorization|string|')).toBeVisible();
    await live.expectAccessible();
    await live.save();
    await expect(live.saved).toBeVisible();
    const saved = await contentOf();
    expect(saved).toContain('- [x] open task');
    expect(saved).toContain('## Headers\n\n> [!NOTE]');
  });
});
