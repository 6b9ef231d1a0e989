import AxeBuilder from '@axe-core/playwright';
import { eventLoopBlocker } from '../apps/server/src/testing/event-loop-blocker.ts';
import { expect, test } from './fixtures.ts';
import { openSite } from './site.ts';

test('a busy server shows a page that opens by itself, and sheds no built file', async ({
  page,
  text,
  host,
  language,
}) => {
  const site = await openSite(host, {
    DEFAULT_LANGUAGE: language,
    SHED_ABOVE: '100',
    NODE_OPTIONS: `--import=${eventLoopBlocker(200)}`,
  });
  const problems: string[] = [];
  page.on('console', (message) => {
    // The browser itself reports the status of the document.
    if (message.type() === 'error' && !message.text().includes('503'))
      problems.push(message.text());
  });
  const status = async () =>
    (
      await page.request.get(`${site.url}/user/login`, { headers: { accept: 'text/html' } })
    ).status();
  const form = page.getByLabel(text('user.usernameOrEmail'));
  try {
    const files: string[] = [];
    page.on('response', (answer) => {
      if (/\.(js|css|woff2|svg)$/.test(new URL(answer.url()).pathname)) files.push(answer.url());
    });
    await page.goto(`${site.url}/user/login`);
    await expect(form).toBeVisible();
    page.removeAllListeners('response');
    expect(files.length).toBeGreaterThan(3);

    site.signal('SIGUSR2');
    await expect.poll(status).toBe(503);
    const shed = await page.goto(`${site.url}/user/login`);
    expect(shed?.headers()['content-type']).toBe('text/html; charset=utf-8');
    await expect(page.getByRole('heading', { name: text('busy.title') })).toBeVisible();
    await expect(page).toHaveTitle(`${text('busy.title')} · Octavo`);
    await page.screenshot({ path: `.artifacts/busy-${language}.png` });
    await page.getByRole('button', { name: text('busy.stop') }).click();
    await expect(page.getByText(text('busy.stopped'))).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    for (const url of files) expect((await page.request.get(url)).status(), url).toBe(200);

    // Later tries wait longer, so their number is kept over loads.
    await page.getByText(text('busy.tryNow')).click();
    await expect(page.locator('#state')).toContainText(/[2-9](nd|rd|th)|第 [2-9] 次/);
    site.signal('SIGUSR2');
    await expect(form).toBeVisible();
    expect(problems).toEqual([]);
  } finally {
    await site.close();
  }
});
