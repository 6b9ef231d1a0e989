import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import type { Site } from './site.ts';

async function setHome(site: Site, page: 1 | 2 | 3, item = ''): Promise<void> {
  await site.query(
    `insert into setting (name, value) values ('home_page', to_jsonb($1::int)), ('home_item', to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [page, item],
  );
}

test('the landing page has three modes', async ({ page, site, text }) => {
  await setHome(site, 1);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    text('landing.headline').split('\n')[0] ?? '',
  );
  await expect(page.getByRole('link', { name: text('shell.demo') }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: text('shell.help') }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: text('shell.loginRegister') }).first()).toBeVisible();

  await setHome(site, 2);
  await page.goto('/');
  await page.waitForURL('**/user/login');

  await setHome(site, 3, 'harbor');
  await page.goto('/');
  await page.waitForURL('**/harbor');

  await setHome(site, 3);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await setHome(site, 1);
});

test('a logged-in user finds the link to the own items', async ({ page, site, text }) => {
  await registerByApi(page, site, uniqueName('amara'));
  await page.goto('/');
  await page
    .getByRole('link', { name: text('shell.myItems') })
    .first()
    .click();
  await page.waitForURL('**/item/index');
});
