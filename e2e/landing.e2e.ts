import type { Locator } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, registerByApi, solveCaptcha, uniqueName } from './users.ts';
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

/** Counted after the captcha, which is the last field of the registration. */
test('a visitor needs few clicks and fields to save a first page', async ({ page, site, text }) => {
  let clicks = 0;
  let fields = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const fill = async (target: Locator, value: string) => {
    fields += 1;
    await target.fill(value);
  };
  await setHome(site, 1);
  await page.goto('/');
  await page
    .getByRole('link', { name: text('shell.loginRegister') })
    .first()
    .click();
  await page.getByRole('link', { name: text('user.registerTitle') }).click();
  await page.getByLabel(text('user.username'), { exact: true }).fill(uniqueName('amara'));
  await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(text('user.repeatPassword')).fill(PASSWORD);
  const code = await solveCaptcha(page.context(), site, 'register');
  await page.getByLabel(text('shell.captcha'), { exact: true }).fill(code);

  await click(page.getByRole('button', { name: text('user.registerSubmit') }));
  await click(page.getByRole('link', { name: text('myItems.newItem') }).first());
  await fill(page.getByLabel(text('item.name'), { exact: true }), 'Harbor Commerce API');
  await click(page.getByRole('button', { name: text('addItem.create') }));
  await click(page.getByRole('link', { name: text('reader.newPage') }).first());
  const editor = editorPage(page, text);
  await fill(editor.title, 'Overview');
  await fill(editor.source, 'Orders and payments.');
  await click(page.getByRole('button', { name: text('editor.save'), exact: true }));
  await expect(editor.saved).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(5);
  expect(fields).toBeLessThanOrEqual(4);
});
