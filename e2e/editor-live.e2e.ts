import { expect, test } from './fixtures.ts';
import { LIVE_TEXT, openLive } from './live-page.ts';

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
    const lines = LIVE_TEXT.split('\n').length;
    const position = (line: number) =>
      page.getByText(new RegExp(`^${text('editor.position', { line, column: '\\d+' })}$`));
    for (let step = 0; step < lines + 10; step += 1) await page.keyboard.press('ArrowDown');
    await expect(position(lines)).toBeVisible();
    for (let step = 0; step < lines + 10; step += 1) await page.keyboard.press('ArrowUp');
    await expect(position(1)).toBeVisible();
    await live.choose('write');
    await expect(page.getByText(text('editor.unchanged'))).toBeVisible();
    await live.choose('live');
    expect(await contentOf()).toBe(LIVE_TEXT);
  });
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
    const name = text('live.cell', { column: 'Name', row: 1 });
    await expect(live.table.getByRole('textbox', { name })).toBeFocused();
    await live.expectAccessible();
    await live.save();
    await expect(live.saved).toBeVisible();
    const saved = await contentOf();
    expect(saved).toContain('- [x] open task');
    expect(saved).toContain('## Headers\n\n> [!NOTE]');
  });
});
