import { compose } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { openLive } from './live-page.ts';

test('Live edits through the drawn blocks', async ({ page, site, text }) => {
  const { live, contentOf } = await openLive(page, site, text);
  await live.choose('live');

  await test.step('a click puts the cursor into the cell, Tab goes to the next one', async () => {
    await live.table.getByRole('cell', { name: 'Authorization' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.type('?');
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
    expect(saved).toContain('| Authorization! | string? |');
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
