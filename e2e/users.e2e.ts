import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';
import { PASSWORD, registerAdmin, registerByApi, uniqueName } from './users.ts';

/** Creates accounts whose usernames begin with the returned word; the last one is the newest. */
async function makeUsers(site: Site, count: number): Promise<string> {
  const word = uniqueName('crew');
  await site.query(
    `insert into "user" (username, username_key, name)
     select $1 || '.' || n, $1 || '.' || n, 'Sailor ' || n from generate_series(1, $2::int) n`,
    [word, count],
  );
  await site.query(
    `insert into outside_login (kind, outside_id, uid)
     select 'ldap', 'entry ' || uid, uid from "user" where username = $1`,
    [`${word}.2`],
  );
  await site.query(`update "user" set disabled_time = now() where username = $1`, [`${word}.1`]);
  return word;
}

const rowsOf = (page: Page) => page.locator('tbody tr');

test('an administrator filters users by buttons, and the address keeps the filters', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const word = await makeUsers(site, 3);
  await page.goto('/admin/index');
  const search = page.getByRole('searchbox', { name: text('adminUser.search') });
  await search.fill(word);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: text('adminUserList.source') }).click();
  await page.getByRole('menuitem', { name: text('adminUserList.ldap') }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(`${word}.2`);
  await expect(page.getByText(text('adminUserList.shown', { count: 1 }))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`word=${word}.*source=ldap`));
  await page.reload();
  await expect(search).toHaveValue(word);
  await expect(rowsOf(page)).toHaveCount(1);

  const clear = text('adminUserList.clearFilter', { filter: text('adminUserList.source') });
  await page.getByRole('button', { name: clear }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.goForward();

  const state = page.getByRole('button', { name: text('adminUserList.state') });
  await state.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(`${word}.1`);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text('adminUserList.exportCsv') }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining(`${word}.1,`)]);
});

test('an administrator selects a range of users and disables those who can be disabled', async ({
  page,
  site,
  text,
}) => {
  const admin = await registerAdmin(page, site);
  const word = await makeUsers(site, 25);
  await page.goto(`/admin/index?word=${word}`);
  await expect(rowsOf(page)).toHaveCount(20);
  const box = (n: number) =>
    page.getByRole('checkbox', {
      name: text('adminUserList.select', { username: `${word}.${n}` }),
      exact: true,
    });
  const selected = (count: number) => page.getByText(text('adminUserList.selected', { count }));
  await box(25).check();
  await box(22).click({ modifiers: ['Shift'] });
  await expect(selected(4)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected(4)).toBeHidden();

  await page.getByRole('checkbox', { name: text('adminUserList.selectPage') }).press('Space');
  await expect(selected(20)).toBeVisible();
  await page
    .getByRole('button', { name: text('adminUserList.selectMatching', { count: 25 }) })
    .click();
  await expect(selected(25)).toBeVisible();
  const bar = page.getByRole('region', { name: text('adminUserList.bulkActions') });
  await bar
    .getByRole('button', { name: text('adminUserList.disable'), exact: true })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    text('adminUserList.disableApplies', { count: 24, total: 25 }),
  );
  await expect(dialog).toContainText(text('adminUserList.skipUnchanged'));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog
    .getByRole('button', { name: text('adminUserList.disable'), exact: true })
    .press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('adminUserList.disableDone', { count: 24 }))).toBeVisible();
  await expect(bar).toBeHidden();
  const disabled = await site.query(
    'select count(*)::int as count from "user" where username like $1 and disabled_time is not null',
    [`${word}.%`],
  );
  expect(disabled).toEqual([{ count: 25 }]);

  await page.goto(`/admin/index?word=${admin}`);
  await page.getByRole('checkbox', { name: text('adminUserList.selectPage') }).check();
  await bar.getByRole('button', { name: text('adminUserList.changeRole') }).click();
  await page.getByRole('menuitem', { name: text('adminUserList.makeUser') }).click();
  await expect(dialog).toContainText(text('adminUserList.skipSelf'));
  await expect(
    dialog.getByRole('button', { name: text('adminUserList.makeUser'), exact: true }),
  ).toHaveCount(0);
});

test('an administrator adds users to a team, by keyboard, and sees who is left out', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const word = await makeUsers(site, 3);
  const team = uniqueName('Harbor squad');
  await site.query(
    `with made as (
       insert into team (uid, team_name) select uid, $2 from "user" where username = $1 || '.3' returning id
     )
     insert into team_member (team_id, uid)
     select id, uid from made, "user" where username = $1 || '.3'`,
    [word, team],
  );
  await page.goto(`/admin/index?word=${word}`);
  await page.getByRole('checkbox', { name: text('adminUserList.selectPage') }).press('Space');
  const bar = page.getByRole('region', { name: text('adminUserList.bulkActions') });
  await bar.getByRole('button', { name: text('adminUserList.addToTeam') }).press('Enter');
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: text('adminUserList.team') });
  await expect(choice).toBeFocused();
  await choice.press('Enter');
  await page.keyboard.type(team);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(
    text('adminUserList.addToTeamApplies', { count: 1, total: 3 }),
  );
  await expect(dialog).toContainText(`${word}.3 ${text('adminUserList.skipMember')}`);
  await expect(dialog).toContainText(`${word}.1 ${text('adminUserList.skipDisabled')}`);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog
    .getByRole('button', { name: text('adminUserList.addToTeam'), exact: true })
    .press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('adminUserList.addToTeamDone', { count: 1 }))).toBeVisible();
  const members = await site.query(
    `select username from team_member join team on team.id = team_id
     join "user" on "user".uid = team_member.uid where team_name = $1 order by username`,
    [team],
  );
  expect(members).toEqual([{ username: `${word}.2` }, { username: `${word}.3` }]);
});

test('the filter “invited” lists accounts that wait for their owners, and leads to the other invitations', async ({
  page,
  site,
  text,
}) => {
  const admin = await registerAdmin(page, site);
  const word = await makeUsers(site, 3);
  await site.query(
    `update "user" set email = username || '@harbor.test' where username = $1 || '.3'`,
    [word],
  );
  await site.query(
    `insert into invitation (uid, email, account_uid, groupid, language, days, expire_time)
     select (select uid from "user" where username = $2), email, uid, 2, 'en', 7, now() + interval '7 days'
     from "user" where username = $1 || '.3'`,
    [word, admin],
  );
  await site.query(
    `insert into invitation (uid, email, groupid, language, days, expire_time)
     select uid, $2, 2, 'en', 7, now() + interval '7 days' from "user" where username = $1`,
    [admin, `${word}@harbor.test`],
  );
  await page.goto(`/admin/index?word=${word}&state=invited`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(`${word}.3`);
  await expect(rowsOf(page)).toContainText(text('adminUserList.invited'));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: text('adminUserList.showInvitations') }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText(`${word}@harbor.test`);
});

test('the details of a user open by keyboard and step through the list', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const word = await makeUsers(site, 3);
  await page.goto(`/admin/index?word=${word}`);
  const details = (n: number) => page.getByRole('dialog', { name: `Sailor ${n}`, exact: true });
  const link = page.getByRole('link', { name: `${word}.3` });
  await link.press('Enter');
  await expect(details(3)).toContainText(
    text('adminUserList.accessCounts', { items: 0, teams: 0 }),
  );
  await expect(page).toHaveURL(/user=\d+/);
  const step = (name: 'previous' | 'next') =>
    page.getByRole('button', { name: text(`adminUserList.${name}`) });
  await expect(step('previous')).toBeDisabled();
  await step('next').press('Enter');
  await expect(details(2)).toContainText('LDAP');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.reload();
  await expect(details(2)).toBeVisible();
  await details(2)
    .getByRole('button', { name: text('adminUserList.editUser') })
    .press('Enter');
  const form = page.getByRole('dialog', { name: text('adminUser.editTitle') });
  await form.getByLabel(text('userSetting.name'), { exact: true }).fill('Bosun');
  await form.getByRole('button', { name: text('adminUser.save') }).click();
  await expect(form).toBeHidden();
  const renamed = page.getByRole('dialog', { name: 'Bosun' });
  await expect(renamed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(renamed).toBeHidden();
  await expect(page).not.toHaveURL(/user=/);
  await expect(rowsOf(page).nth(1)).toContainText('Bosun');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('users are selected and changed by one menu', async ({ page, site, text }) => {
    await registerAdmin(page, site);
    const word = await makeUsers(site, 3);
    await page.goto(`/admin/index?word=${word}`);
    await expect(rowsOf(page)).toHaveCount(3);
    expect((await rowsOf(page).first().boundingBox())?.height).toBeLessThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const n of [2, 3]) {
      const target = rowsOf(page)
        .filter({ hasText: `${word}.${n}` })
        .locator('label');
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await target.tap();
    }
    const bar = page.getByRole('region', { name: text('adminUserList.bulkActions') });
    await expect(bar).toContainText(text('adminUserList.selected', { count: 2 }));
    await bar.getByRole('button', { name: text('adminUserList.bulkActions') }).tap();
    const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
    expect((await axe.analyze()).violations).toEqual([]);
    await page.getByRole('menuitem', { name: text('adminUserList.makeAuditor') }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('adminUserList.makeAuditor') }).tap();
    await expect(dialog).toBeHidden();
    await expect(rowsOf(page).filter({ hasText: text('adminUser.auditor') })).toHaveCount(2);

    await rowsOf(page).first().tap();
    const details = page.getByRole('dialog', { name: 'Sailor 3' });
    await expect(details).toContainText(text('adminUserList.sessions'));
    expect((await details.boundingBox())?.width).toBe(390);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await details.getByRole('button', { name: text('shell.close') }).tap();
    await expect(details).toBeHidden();
  });
});

test('a user of a provider sets a first password after local access was switched on', async ({
  page,
  site,
  text,
}) => {
  const username = uniqueName('sailor');
  await page.goto('/user/login');
  await registerByApi(page, site, username);
  await site.query(
    `insert into outside_login (kind, outside_id, uid)
     select 'oauth2', username, uid from "user" where username = $1`,
    [username],
  );
  const setAccess = (isOn: boolean) =>
    site.query('update "user" set password_hash = null, local_access = $2 where username = $1', [
      username,
      isOn,
    ]);
  await setAccess(false);
  await page.goto('/user/setting');
  await expect(page.getByText(text('userSetting.passwordElsewhere'))).toBeVisible();
  const opener = page.getByRole('button', { name: text('userSetting.setPassword') });
  await expect(opener).toHaveCount(0);
  await setAccess(true);
  // As if the user had just logged in at the provider again, which confirms the change.
  await site.query(
    `update device set proved_time = now() from "user"
     where "user".uid = device.uid and username = $1`,
    [username],
  );
  await page.reload();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: text('userSetting.setPassword') });
  await dialog.getByLabel(text('user.newPassword'), { exact: true }).fill(PASSWORD);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('userSetting.passwordSet'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('button', { name: text('userSetting.changePassword') }),
  ).toBeVisible();
  const answer = await page.request.post(`${site.url}/api/user/login`, {
    headers: { origin: site.url },
    data: { username, password: PASSWORD },
  });
  expect(await answer.json()).toMatchObject({ error_code: 0 });
});
