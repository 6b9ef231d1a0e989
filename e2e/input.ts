import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses Tab until an element has the focus, as a user without a mouse does. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  // The element may exist only while it has the focus.
  const isFocused = () =>
    target.evaluateAll((elements) => elements.some((one) => one === document.activeElement));
  for (let presses = 0; presses < 100 && !(await isFocused()); presses += 1)
    await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Goes through an open menu with the arrow keys to an entry and chooses it. */
export async function chooseByKeys(page: Page, entry: Locator): Promise<void> {
  await expect(page.getByRole('menu').and(page.locator(':focus-within'))).toBeVisible();
  await expect(entry).toBeVisible();
  const isFocused = () => entry.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 30 && !(await isFocused()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  // A closing menu takes no keys.
  await expect(entry).toHaveCount(0);
}

/** A finger on an element for longer than a long press. It is lifted when the result is there. */
export async function longPress(
  page: Page,
  target: Locator,
  result: () => Promise<void>,
): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const x = box.x + Math.min(60, box.width / 2);
  const touchPoints = [{ x, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await result();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A finger that has not moved for this time is lifted without a fling. */
const FLING_MS = 100;

/** Drags an element by its middle to a point of the window. */
export async function touchDrag(
  page: Page,
  from: Locator,
  to: { readonly x: number; readonly y: number },
): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove', step: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: start.x + (to.x - start.x) * step, y: start.y + (to.y - start.y) * step }],
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step / 10);
  // A finger that is lifted while it moves is a fling, and the browser lets the next tap only stop it.
  await page.waitForTimeout(FLING_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Puts texts and images, by type, into the clipboard; needs the permission of the browser. */
export async function copyToClipboard(
  page: Page,
  content: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const items = Object.entries(content).map(([type, data]) => ({
    type,
    base64: Buffer.from(data).toString('base64'),
  }));
  await page.evaluate(async (given) => {
    const blobs = given.map(({ type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      return [type, new Blob([bytes], { type })] as const;
    });
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, items);
}

/** Pastes into an editor what a program has copied. */
export async function pasteTexts(
  editor: Locator,
  texts: { readonly plain: string; readonly html?: string },
): Promise<void> {
  await editor.evaluate((element, { plain, html }) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', plain);
    if (html !== undefined) clipboardData.setData('text/html', html);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, texts);
}

/** Chooses Paste in the menu that the browser shows for a field, on a phone above the selection. */
export async function pasteFromMenu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['paste'] });
}
