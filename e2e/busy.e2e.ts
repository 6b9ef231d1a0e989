import AxeBuilder from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import { eventLoopBlocker } from '../apps/server/tests/helpers/event-loop-blocker.ts';
import { draftKept } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import { createCaller } from './sample-item.ts';
import { openSite } from './site.ts';

/** Far above the event loop delay that the other tests cause on a small machine. */
const BUSY = {
  MAX_EVENT_LOOP_DELAY_MS: '300',
  NODE_OPTIONS: `--import=${eventLoopBlocker(500)}`,
};

test('a busy server shows a page that reloads automatically, and still serves static files', async ({
  page,
  text,
  host,
  language,
}) => {
  const site = await openSite(host, {
    DEFAULT_LANGUAGE: language,
    ...BUSY,
  });
  const problems: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs the status of the document.
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
    const again = await Promise.all(files.map((url) => page.request.get(url)));
    expect(again.filter((answer) => answer.status() !== 200)).toEqual([]);

    // Later retries wait longer, so the number of attempts survives a reload.
    await page.getByText(text('busy.tryNow')).click();
    await expect(page.locator('#state')).toContainText(/[2-9](nd|rd|th)|第 [2-9] 次/);
    site.signal('SIGUSR2');
    await expect(form).toBeVisible();
    expect(problems).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a screen reports a busy server or an unreachable upstream and recovers automatically', async ({
  page,
  text,
  host,
  language,
}) => {
  const site = await openSite(host, { DEFAULT_LANGUAGE: language, ...BUSY });
  try {
    await page.goto(`${site.url}/user/login`);
    await registerByApi(page, site, uniqueName('waiting'));
    await page.goto(`${site.url}/item/index`);
    const teams = page.getByRole('link', { name: text('team.title') });
    await expect(teams).toBeVisible();
    const title = (key: 'updatingTitle' | 'outdatedTitle') =>
      page.getByRole('heading', { name: text(`states.${key}`) });

    await test.step('busy: the list loads once the server has capacity', async () => {
      site.signal('SIGUSR2');
      const call = () => page.request.post(`${site.url}/api/common/homePageSetting`);
      await expect.poll(async () => (await call()).status()).toBe(503);
      await teams.click();
      const main = page.getByRole('main');
      await expect(
        main.getByRole('status').filter({ hasText: text('states.busyTitle') }),
      ).toBeVisible();
      await expect(main.getByRole('timer')).toContainText(
        new RegExp(text('states.busyPage', { seconds: '\\d+' })),
      );
      await expect(title('updatingTitle')).toBeHidden();
      await page.screenshot({ path: `.artifacts/busy-app-${language}.png` });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      site.signal('SIGUSR2');
      await expect(page.getByRole('heading', { name: text('team.emptyTitle') })).toBeVisible();
    });

    const call = createCaller(page.request, site);
    const shed = async (is: boolean) => {
      site.signal('SIGUSR2');
      const status = is ? 503 : 200;
      const callApi = () => page.request.post(`${site.url}/api/common/homePageSetting`);
      await expect.poll(async () => (await callApi()).status()).toBe(status);
    };
    const { item_id } = await call(calls.item.add, { item_name: 'Orders' });
    const write = async (page_title: string) =>
      call(calls.page.save, { item_id, page_title, page_content: `Text of ${page_title}.` });
    const { page_id } = await write('Create');
    await write('Retrieve');

    await test.step('busy: a page shows its title and the tree, and loads automatically', async () => {
      await page.goto(`${site.url}/${item_id}/${page_id}`);
      await expect(page.getByText('Text of Create.')).toBeVisible();
      await shed(true);
      const tree = page.getByRole('tree');
      await tree.getByRole('treeitem', { name: 'Retrieve' }).click();
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'Retrieve' })).toBeVisible();
      await expect(
        main.getByRole('status').filter({ hasText: text('states.busyTitle') }),
      ).toBeVisible();
      await expect(main.getByRole('timer')).toContainText(
        new RegExp(text('states.busyPage', { seconds: '\\d+' })),
      );
      await expect(tree.getByRole('treeitem', { name: 'Create' })).toBeVisible();
      const edit = page.getByRole('button', { name: text('reader.edit') }).first();
      await expect(edit).toBeDisabled();
      await expect(edit).toHaveAccessibleDescription(text('reader.notLoaded'));
      await page.screenshot({ path: `.artifacts/busy-page-${language}.png` });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await shed(false);
      await expect(page.getByText('Text of Retrieve.')).toBeVisible();
      await expect(page.getByRole('link', { name: text('reader.edit') }).first()).toBeVisible();
    });

    await test.step('busy: a save shows when it is retried, and the text is stored as a draft', async () => {
      await page.goto(`${site.url}/page/edit/${item_id}/${page_id}`);
      const source = page.getByRole('textbox', { name: text('editor.source') });
      await source.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(' Written while busy.');
      await shed(true);
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('timer')).toHaveText(
        new RegExp(text('editor.savingAgainIn', { seconds: '\\d+' })),
      );
      await expect(page.getByText(draftKept(text))).toBeVisible();
      await expect(source).toContainText('Written while busy.');
      await page.screenshot({ path: `.artifacts/busy-save-${language}.png` });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await shed(false);
      const saved = text('editor.savedAt', { time: '\\d\\d:\\d\\d' });
      await expect(page.getByText(new RegExp(saved))).toBeVisible();
      const { page_content } = await call(calls.page.info, { page_id });
      expect(page_content).toBe('Text of Create. Written while busy.');
      await page.goto(`${site.url}/item/index`);
      await teams.click();
    });

    await test.step('a proxy without a server: the screen reports an update', async () => {
      await page.route('**/api/team/getList', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
      );
      await page.reload();
      await expect(title('updatingTitle')).toBeVisible();
      await page.unroute('**/api/team/getList');
      await page.getByRole('button', { name: text('states.tryNow') }).click();
      await expect(page.getByRole('heading', { name: text('team.emptyTitle') })).toBeVisible();
    });

    await test.step('a chunk with 503 is reported as an update, a missing chunk as an outdated release', async () => {
      for (const [status, expected] of [
        [503, 'updatingTitle'],
        [404, 'outdatedTitle'],
      ] as const) {
        await page.route('**/assets/notice.screen*.js', (route) =>
          route.fulfill({ status, body: '' }),
        );
        await page.goto(`${site.url}/item/index`);
        await page.getByRole('link', { name: text('notice.title') }).click();
        await expect(title(expected)).toBeVisible();
        await page.unroute('**/assets/notice.screen*.js');
      }
    });
  } finally {
    await site.close();
  }
});
