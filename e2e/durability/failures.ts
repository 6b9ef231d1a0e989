import { calls } from '@octavo/contract';
import { en } from '@octavo/texts/en';
import { expect } from '../fixtures.ts';
import { uniqueName, PASSWORD, registerByApi } from '../users.ts';
import { createCaller } from '../sample-item.ts';
import type { Page } from '@playwright/test';
import type { EditingSession } from './editing-session.ts';

export type FailureScenario<W extends EditingSession = EditingSession> = (
  session: W,
) => Promise<void>;

const buttonNamed = (session: EditingSession, name: string) =>
  session.tab.getByRole('button', { name, exact: true });

/** Some failures need a page that is stored already. */
export async function saveInitialText(session: EditingSession): Promise<void> {
  await session.write();
  await session.save();
  await session.expectStored();
}

/** Runs `act` as another user with edit rights in another browser. */
export async function withColleague(
  session: EditingSession,
  act: (call: ReturnType<EditingSession['call']>, page: Page) => Promise<void>,
) {
  const { site } = session;
  const other = session.profile.createOther();
  const page = await other.newPage();
  await page.goto('/');
  const username = uniqueName('wei');
  await registerByApi(page, site, username);
  await session.call()(calls.member.save, {
    item_id: session.item_id,
    username,
    member_group_id: 1,
  });
  await act(createCaller(page.request, site), page);
  await other.close();
}

/** Opens the page on another device of the same user and continues the draft there. */
async function continueElsewhere(session: EditingSession) {
  const device = session.profile.createOther();
  const page = await device.newPage();
  const { username } = session;
  await createCaller(page.request, session.site)(calls.user.login, {
    username,
    password: PASSWORD,
  });
  await page.goto(session.address());
  await page.getByRole('button', { name: en.editor.draftRestore, exact: true }).click();
  await expect(session.source(page)).toBeVisible();
  return { device, page };
}

/** Another user with the right to edit opens the same page: no text of the draft may appear. */
async function expectNoForeignDraft(session: EditingSession): Promise<void> {
  await withColleague(session, async (call, page) => {
    await page.goto(session.address());
    await expect(page.locator('header').first()).toBeVisible();
    expect(await call(calls.page.drafts, {})).toEqual([]);
    for (const draft_id of await session.openDraftIds())
      await expect(call(calls.page.draftById, { draft_id })).rejects.toThrow();
    await expect(page.getByRole('dialog', { name: en.editor.draftTitle })).toHaveCount(0);
  });
}

/** Ends the lock of the editor at once, as if it had expired while the user was away. */
export async function expireLock({ site, page_id }: EditingSession): Promise<void> {
  await site.query('delete from page_lock where page_id = $1', [page_id]);
}

export const FAILURES: Readonly<Record<string, FailureScenario>> = {
  async 'the network is cut'(session) {
    const context = await session.profile.context();
    await context.setOffline(true);
    await session.write();
    await session.save();
    await session.write();
    await session.expectDurable();
    await context.setOffline(false);
    await session.expectStored();
  },

  async 'the server dies before the save'(session) {
    await session.site.kill();
    await session.write();
    await session.save();
    await session.expectDurable();
    await session.site.restart();
    await session.expectStored();
  },

  async 'the server dies during the save'(session) {
    await saveInitialText(session);
    await expireLock(session);
    const itemLock = await session.site.openTransaction(
      'select 1 from item where item_id = $1 for update',
      [session.item_id],
    );
    await session.write();
    await session.save();
    await itemLock.waitUntilBlocked();
    await session.site.kill();
    await itemLock.release();
    await session.expectDurable();
    await session.site.restart();
    await session.expectStored();
  },

  async 'the server dies after the save and the response is lost'(session) {
    let saves = 0;
    let isKilled = false;
    await session.tab.route('**/api/page/save', async (route) => {
      saves += 1;
      if (saves > 1) return route.continue();
      await route.fetch();
      await session.site.kill();
      isKilled = true;
      return route.abort();
    });
    await session.write();
    await session.save();
    await expect.poll(() => isKilled).toBe(true);
    await session.write();
    await session.expectDurable();
    await session.site.restart();
    await session.expectStored();
  },

  async 'the session ends'(session) {
    const context = await session.profile.context();
    await session.write();
    await context.clearCookies();
    await session.save();
    const dialog = session.tab.getByRole('dialog');
    await dialog.getByLabel(en.user.password, { exact: true }).fill(PASSWORD);
    await session.expectDurable();
    await dialog.getByRole('button', { name: en.editor.loginSubmit }).click();
    await session.expectStored();
  },

  async 'the tab is closed and reopened'(session) {
    await session.write();
    await session.expectDurable();
    await session.tab.close();
    await session.reopenAndRestore();
    await session.expectStored();
  },

  async 'the browser is killed'(session) {
    await session.write();
    await session.expectDurable();
    await session.profile.kill();
    await session.logIn();
    await session.reopenAndRestore();
    await session.expectStored();
  },

  async 'the browser is killed while the network is cut'(session) {
    const context = await session.profile.context();
    await session.write();
    await context.setOffline(true);
    await session.save();
    await session.expectDurable();
    await session.profile.kill();
    await session.logIn();
    await session.reopenAndRestore();
    await session.expectStored();
  },

  async 'two tabs write the same page'(session) {
    await saveInitialText(session);
    const other = await session.profile.newPage();
    await session.open(other);
    const before = session.text;
    await session.write(other);
    await session.save(other);
    await session.expectStored();
    const theirs = session.text;
    session.text = before;
    await session.tab.bringToFront();
    await session.write();
    await session.save();
    await expect(buttonNamed(session, en.editor.saveMerged)).toBeVisible();
    await session.expectDurable();
    await session.tab.getByRole('button', { name: en.editor.useBoth }).first().click();
    await buttonNamed(session, en.editor.saveMerged).click();
    const [mine] = [session.text];
    await expect
      .poll(async () => {
        const [stored = ''] = await session.storedTexts();
        return stored.startsWith(before) &&
          stored.length >= theirs.length + mine.length - before.length
          ? 'both'
          : stored.length;
      })
      .toBe('both');
  },

  async 'another user saves meanwhile'(session) {
    // Unchanged lines separate the two changes, so that the merge has no conflict.
    await session.writeSeparateLines();
    await saveInitialText(session);
    const theirs = `first line of theirs\n${session.text}`;
    await withColleague(session, async (call) => {
      await session.write();
      await expireLock(session);
      await call(calls.page.save, { page_id: session.page_id, page_content: theirs });
    });
    await session.save();
    await expect(buttonNamed(session, en.editor.saveMerged)).toBeVisible();
    await session.expectDurable();
    await buttonNamed(session, en.editor.saveMerged).click();
    session.text = `first line of theirs\n${session.text}`;
    await session.expectStored();
  },

  async 'another user takes the lock'(session) {
    await saveInitialText(session);
    await withColleague(session, async (call) => {
      await expireLock(session);
      const { lock_token } = await call(calls.page.setLock, { page_id: session.page_id });
      await session.write();
      await session.save();
      await expect(buttonNamed(session, en.editor.copyText)).toBeVisible();
      await session.expectDurable();
      await call(calls.page.setLock, { page_id: session.page_id, lock_to: 1000, lock_token });
    });
    await session.save();
    await session.expectStored();
  },

  async 'the item is archived meanwhile'(session) {
    await saveInitialText(session);
    await session.call()(calls.item.archive, { item_id: session.item_id, password: PASSWORD });
    await session.write();
    await session.save();
    await expect(buttonNamed(session, en.editor.copyText)).toBeVisible();
    await session.expectDurable();
  },

  async 'the page is deleted meanwhile'(session) {
    await saveInitialText(session);
    await session.call()(calls.page.delete, { page_id: session.page_id });
    await session.write();
    await session.save();
    await expect(buttonNamed(session, en.editor.saveAsNew)).toBeVisible();
    await session.expectDurable();
    await buttonNamed(session, en.editor.saveAsNew).click();
    await session.expectStored();
  },

  async 'an unpaired surrogate is pasted'(session) {
    await session.write();
    await session.pasteUnpairedSurrogate();
    await session.expectDurable();
    await session.save();
    await session.expectStored();
  },

  async 'save is pressed repeatedly'(session) {
    await session.write();
    await Promise.all([session.save(), session.save(), session.save()]);
    await session.write();
    await session.save();
    await session.expectDurable();
    // The editor ignores Ctrl+S while a save is in progress.
    await expect(session.tab.getByText(en.editor.saving, { exact: true })).toHaveCount(0);
    await session.save();
    await session.expectStored();
  },

  async 'another device continues the draft'(session) {
    await session.write();
    await session.expectOnServer();
    await expectNoForeignDraft(session);
    const { device, page } = await continueElsewhere(session);
    await session.write(page);
    await session.expectOnServer();
    // The first device may be lost now.
    if (session.random.nextInt(2) === 0) await session.profile.kill();
    await session.save(page);
    await session.expectStored();
    await expect.poll(() => session.openDraftIds()).toEqual([]);
    await device.close();
  },

  async 'two devices write while one of them is offline'(session) {
    await saveInitialText(session);
    await session.writeSeparateLines();
    await session.write();
    await session.expectOnServer();
    const shared = session.text;
    const { device, page } = await continueElsewhere(session);
    const context = await session.profile.context();
    await context.setOffline(true);
    await session.write();
    const mine = session.text;
    await session.expectDurable();
    session.text = shared;
    await session.write(page);
    const theirs = session.text;
    await session.save(page);
    await session.expectStored();
    await device.close();
    session.text = mine;
    await context.setOffline(false);
    await session.save();
    await expect(buttonNamed(session, en.editor.saveMerged)).toBeVisible();
    await session.expectDurable();
    for (const useBoth of await session.tab.getByRole('button', { name: en.editor.useBoth }).all())
      await useBoth.click();
    await buttonNamed(session, en.editor.saveMerged).click();
    await expect
      .poll(async () => {
        const [stored = ''] = await session.storedTexts();
        const endings = [mine, theirs].map((text) => text.slice(shared.length).trim());
        return endings.every((ending) => stored.includes(ending)) ? 'both' : stored.length;
      })
      .toBe('both');
    await expect.poll(() => session.openDraftIds()).toEqual([]);
  },
};
