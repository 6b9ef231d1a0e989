import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  addPerson,
  BASE,
  groupDn,
  groupLdif,
  personLdif,
  startDedicatedSlapd,
} from '../apps/server/tests/helpers/dedicated-slapd.ts';
import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';
import { registerAdmin } from './users.ts';

const CREW = ['ana', 'ben', 'cem', 'dana', 'eli', 'fay'];

async function send(page: Page, site: Site, path: string, data: object) {
  const answer = await page.request.post(`${site.url}/api/${path}`, {
    headers: { origin: site.url },
    data,
  });
  const { error_code, error_message } = (await answer.json()) as Record<string, unknown>;
  if (error_code !== 0) throw new Error(String(error_message));
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
}

test('an administrator sets up the sync with the directory, previews and runs it', async ({
  page,
  site,
  text,
}) => {
  const people = CREW.map((uid) => personLdif({ uid, mail: `${uid}@harbor.test`, title: 'crew' }));
  const slapd = await startDedicatedSlapd(
    [...people, groupLdif('platform', ['ana', 'ben'])].join('\n'),
  );
  const admin = await registerAdmin(page, site);
  await send(page, site, 'team/save', { id: 0, team_name: 'Platform people' });
  await send(page, site, 'adminSetting/saveLdapConfig', { ldap_open: 1, ldap_form: slapd.form });
  await page.goto('/admin/index?tab=login');
  const title = page.getByRole('heading', { level: 1, name: text('adminLogin.title') });
  await expect(title).toBeVisible();
  await expect(page.getByText(text('adminDirectory.noSync'))).toBeVisible();

  const matches = (count: number, groups: number) =>
    text('adminDirectory.match', {
      people: text('adminDirectory.and', {
        people: text('adminDirectory.people', { count }),
        groups: text('adminDirectory.groups', { count: groups }),
      }),
    });
  const field = (name: 'userFilter' | 'groupFilter' | 'groupBase') =>
    page.getByLabel(text(`adminDirectory.${name}`), { exact: true });
  await expect(page.getByText(matches(CREW.length, 0))).toBeVisible();
  await field('groupBase').fill(`ou=groups,${BASE}`);
  await expect(page.getByText(matches(CREW.length, 1))).toBeVisible();
  await field('userFilter').fill('(uid=a*)');
  await expect(page.getByText(matches(1, 1))).toBeVisible();
  await field('userFilter').fill('(uid=a*');
  await field('groupFilter').focus();
  await expect(page.getByText(text('adminDirectory.filterWrong')).first()).toBeVisible();
  await field('userFilter').fill('(title=crew)');
  await page.getByLabel(text('adminDirectory.createAccounts')).check();
  const save = page.getByRole('button', { name: text('adminDirectory.save'), exact: true });
  await save.click();
  await expect(page.getByText(text('adminDirectory.saved')).first()).toBeVisible();

  await test.step('a group gives a team', async () => {
    await page.getByRole('button', { name: text('adminDirectory.addMapping') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('adminDirectory.group')).click();
    await page.getByRole('option', { name: groupDn('platform') }).click();
    await dialog.getByLabel(text('adminDirectory.team'), { exact: true }).click();
    const team = text('adminDirectory.teamOf', { team: 'Platform people', owner: admin });
    await page.getByRole('option', { name: team }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: text('adminDirectory.addMapping') }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('table').getByRole('row').nth(1);
    await expect(row).toContainText('cn=platform');
    await expect(row).toContainText('Platform people');
    await save.click();
    await expect(save).toBeDisabled();
  });

  await test.step('a preview changes nothing', async () => {
    await page.getByRole('button', { name: text('adminDirectory.preview') }).click();
    const dialog = page.getByRole('dialog', { name: text('adminDirectory.previewTitle') });
    await expect(dialog.getByRole('listitem').filter({ hasText: /^ana$/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(text('adminDirectory.noSync'))).toBeVisible();
  });

  const run = page.getByRole('button', { name: text('adminDirectory.runNow') });
  const state = (name: 'done' | 'failed' | 'stopped') =>
    page.getByRole('status').filter({ hasText: text(`adminDirectory.${name}`) });
  await test.step('a sync creates the accounts and adds the members', async () => {
    await run.click();
    await expect(state('done')).toBeVisible();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('2');
    const [rows] = await site.query(
      `select count(*)::int as users from "user" where username = any($1)`,
      [CREW],
    );
    expect(rows).toEqual({ users: CREW.length });
    await expectAccessible(page);
  });

  await test.step('a sync that would disable many waits for a confirmation', async () => {
    await page.getByLabel(text('adminDirectory.once'), { exact: true }).check();
    await field('userFilter').fill('(uid=ana)');
    await save.click();
    await expect(save).toBeDisabled();
    await run.click();
    await expect(state('stopped')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: text('adminDirectory.confirm') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('adminDirectory.confirmAction') })
      .click();
    await expect(state('done')).toBeVisible();
    const gone = text('adminDirectory.goneOne', { username: 'ben' });
    await expect(page.getByText(gone)).toBeVisible();
  });

  await test.step('a failed sync shows its cause and is retried', async () => {
    await slapd.kill();
    await run.click();
    await expect(state('failed')).toBeVisible();
    await expect(page.getByText(text('adminDirectory.failedText'))).toBeVisible();
    await slapd.start();
    await addPerson(slapd, { uid: 'gus', title: 'crew' });
    await page.getByRole('button', { name: text('adminDirectory.retry') }).click();
    await expect(state('done')).toBeVisible();
    await page.getByRole('button', { name: text('adminDirectory.allRuns') }).click();
    const dialog = page.getByRole('dialog', { name: text('adminDirectory.allRuns') });
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('the schedule is saved at once', async () => {
    const schedule = page.getByRole('combobox', { name: text('adminDirectory.schedule') });
    await schedule.click();
    await page.getByRole('option', { name: text('adminDirectory.everyHour'), exact: true }).click();
    await expect(page.getByText(text('adminDirectory.scheduleSaved')).first()).toBeVisible();
    await expect(page.getByText(text('adminDirectory.next', { time: '' }).trim())).toBeVisible();
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/index?tab=login');
  await expect(page.getByText(text('adminDirectory.lastSync'))).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);
  // Other tests of this site configure LDAP themselves.
  await site.query(`delete from setting where name like 'ldap%' or name like 'directory%'`);
  await slapd.close();
});
