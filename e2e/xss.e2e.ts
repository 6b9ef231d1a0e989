import { calls } from '@octavo/contract';
import { xssPayloads } from '@octavo/markdown/tests/xss-payloads';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import { createCaller } from './sample-item.ts';
import type { Site } from './site.ts';

/** The server rejects texts with NUL, so it is removed. */
const PAYLOADS = xssPayloads.map((payload) => payload.replaceAll('\0', ''));

/** Fits a payload to a name: one line, truncated to the maximum length. */
const toName = (payload: string, length: number) =>
  payload
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length);

const PAYLOADS_PER_PAGE = 40;

interface ScriptEvents {
  readonly dialogs: string[];
  readonly externalRequests: string[];
}

async function recordScriptEvents(context: BrowserContext, site: Site): Promise<ScriptEvents> {
  const events: ScriptEvents = { dialogs: [], externalRequests: [] };
  context.on('dialog', (dialog) => {
    events.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const host = new URL(site.url).host;
  await context.route(/./, async (route) => {
    const url = new URL(route.request().url());
    if (url.host === host || !url.protocol.startsWith('http')) return route.continue();
    events.externalRequests.push(url.href);
    return route.abort();
  });
  return events;
}

/** Returns attributes that no rendered page may contain, even if nothing ran; URLs are resolved as the browser does. */
function findDangerousAttributes(): string[] {
  const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href']);
  const isExecutable = (value: string) =>
    URL.canParse(value, document.baseURI) &&
    /^(?:javascript|vbscript|data:text)/i.test(new URL(value, document.baseURI).href);
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (urlAttributes.has(name) && isExecutable(value)),
      )
      .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 60)}`),
  );
}

/** Creates an item in which every text of the item, its catalogs, pages, versions and comments is a payload. */
async function makeHostileItem(page: Page, site: Site) {
  await page.goto('/');
  await registerByApi(page, site, uniqueName('mei'));
  const call = createCaller(page.request, site);
  const { item_id } = await call(calls.item.add, {
    item_name: toName(PAYLOADS[0] ?? '', 100),
    item_description: toName(PAYLOADS[1] ?? '', 500),
  });
  const pages: number[] = [];
  for (let from = 0; from < PAYLOADS.length; from += PAYLOADS_PER_PAGE) {
    const pagePayloads = PAYLOADS.slice(from, from + PAYLOADS_PER_PAGE);
    const { page_id } = await call(calls.page.save, {
      item_id,
      page_title: toName(pagePayloads[0] ?? '', 200),
      page_content: pagePayloads.join('\n\n'),
      page_comments: toName(pagePayloads[1] ?? '', 200),
    });
    await call(calls.page.save, { page_id, page_content: pagePayloads.toReversed().join('\n\n') });
    pages.push(page_id);
  }
  // Each payload is a page title and a catalog name; inserted in one statement, as an import does.
  const names = PAYLOADS.map((payload) => toName(payload, 100));
  await site.query(
    `with made as (
       insert into catalog (item_id, cat_name, level, top_cat_id)
       select $1, cat_name, 1, 0 from unnest($2::text[]) as cat_name returning cat_id)
     select count(*) from made`,
    [item_id, names],
  );
  await site.query('update catalog set top_cat_id = cat_id where item_id = $1', [item_id]);
  const bodies = await site.query<{ page_id: number }>(
    `insert into page (item_id, cat_id, top_cat_id, page_title, author_username)
     select $1, cat_id, cat_id, cat_name, $2 from catalog where item_id = $1 returning page_id`,
    [item_id, names[2]],
  );
  await site.query(
    `insert into page_body (page_id, item_id, page_content) select unnest($2::bigint[]), $1, 'x'`,
    [item_id, bodies.map(({ page_id }) => page_id)],
  );
  // The tree is cached by its version, which this call increments.
  await call(calls.catalog.save, { item_id, cat_name: toName(PAYLOADS[3] ?? '', 100) });
  const deleted = { item_id, page_title: toName(PAYLOADS[5] ?? '', 200) };
  await call(calls.page.delete, { page_id: (await call(calls.page.save, deleted)).page_id });
  await call(calls.itemGroup.save, {
    group_name: toName(PAYLOADS[4] ?? '', 60),
    item_ids: [item_id],
  });
  return { item_id, pages, call };
}

test('no user text runs a script or sends a request to another host, even without a CSP', async ({
  browser,
  site,
  text,
}) => {
  test.setTimeout(600_000);
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
  // The CSP is bypassed, so that the test covers the sanitizer alone.
  const context = await browser.newContext({ baseURL: site.url, bypassCSP: true });
  const events = await recordScriptEvents(context, site);
  const page = await context.newPage();

  await test.step('the monitor detects scripts and external requests', async () => {
    await page.goto('/');
    await page.setContent(
      '<img src=x onerror="alert(1)"><link rel=stylesheet href="http://evil.example/x.css">',
    );
    await expect.poll(() => events.dialogs.length).toBe(1);
    await expect.poll(() => events.externalRequests.length).toBe(1);
    expect(await page.evaluate(findDangerousAttributes)).toHaveLength(1);
    events.dialogs.length = 0;
    events.externalRequests.length = 0;
  });

  const { item_id, pages, call } = await makeHostileItem(page, site);
  const findings: string[] = [];
  const inspect = async (where: string) => {
    const parts = await page.evaluate(findDangerousAttributes);
    findings.push(...parts.map((part) => `${where}: ${part}`));
  };

  for (const page_id of pages) {
    await page.goto(`/${item_id}/${page_id}`);
    await expect(page.locator('.prose').first()).toBeVisible();
    await inspect(`page ${page_id}`);
  }
  await page
    .getByRole('button', { name: text('reader.history'), exact: true })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect('history');
  const [version] = await call(calls.page.history, { page_id: pages[0] ?? 0 });
  await page.goto(`/page/diff/${pages[0]}/${version?.page_history_id}`);
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await inspect('diff');
  await page.goto(`/${item_id}`);
  await page.getByPlaceholder(text('reader.search')).fill('onerror');
  await page.keyboard.press('Enter');
  await expect(page.locator('mark').first()).toBeVisible();
  await inspect('search');
  for (const path of [
    '/item/index',
    '/item/group/index',
    `/catalog/${item_id}`,
    `/item/setting/${item_id}`,
    `/item/setting/${item_id}?tab=recycle`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(/onerror|script|alert\(1\)/).first()).toBeAttached();
    await inspect(path);
  }
  // Delayed scripts have run by the time another document is rendered.
  await page.goto('/item/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(events).toEqual({ dialogs: [], externalRequests: [] });
  expect(findings).toEqual([]);
  await context.close();
});
