import { expect, test } from './fixtures.ts';
import { openLive } from './live-page.ts';

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
    const isBeside = async () => {
      // The line may still move after a change, away from the pointer.
      await live.line(words).hover();
      const { y = 0, height = 0 } = (await live.line(words).boundingBox()) ?? {};
      return Math.abs((await gripTop()) - y) < height;
    };
    await expect.poll(isBeside).toBe(true);
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
    await expect(menu).toBeVisible();
    await live.expectAccessible();
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
