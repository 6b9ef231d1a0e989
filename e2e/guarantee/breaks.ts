import { calls } from '@octavo/contract';
import { en } from '@octavo/texts/en';
import { expect } from '../fixtures.ts';
import { newName, PASSWORD, registerByCall } from '../people.ts';
import { callerOf } from '../reader-site.ts';
import type { Writing } from './writing.ts';

export type Break<W extends Writing = Writing> = (writing: W) => Promise<void>;

const button = (writing: Writing, name: string) =>
  writing.tab.getByRole('button', { name, exact: true });

/** Some failures need a page that is stored already. */
export async function saveFirst(writing: Writing): Promise<void> {
  await writing.write();
  await writing.save();
  await writing.expectStored();
}

/** Runs `act` as another user with edit rights in another browser. */
export async function withColleague(
  writing: Writing,
  act: (call: ReturnType<Writing['call']>) => Promise<void>,
) {
  const { site } = writing;
  const other = writing.desk.another();
  const page = await other.newPage();
  await page.goto('/');
  const username = newName('wei');
  await registerByCall(page, site, username);
  await writing.call()(calls.member.save, {
    item_id: writing.item_id,
    username,
    member_group_id: 1,
  });
  await act(callerOf(page.request, site));
  await other.close();
}

/** Ends the lock of the editor at once, as if it had expired while the user was away. */
export async function endLock({ site, page_id }: Writing): Promise<void> {
  await site.query('delete from page_lock where page_id = $1', [page_id]);
}

export const BREAKS: Readonly<Record<string, Break>> = {
  async 'the network is cut'(writing) {
    const context = await writing.desk.context();
    await context.setOffline(true);
    await writing.write();
    await writing.save();
    await writing.write();
    await writing.expectSafe();
    await context.setOffline(false);
    await writing.expectStored();
  },

  async 'the server dies before the save'(writing) {
    await writing.site.kill();
    await writing.write();
    await writing.save();
    await writing.expectSafe();
    await writing.site.restart();
    await writing.expectStored();
  },

  async 'the server dies during the save'(writing) {
    await saveFirst(writing);
    await endLock(writing);
    const held = await writing.site.hold('select 1 from item where item_id = $1 for update', [
      writing.item_id,
    ]);
    await writing.write();
    await writing.save();
    await held.isWaitedFor();
    await writing.site.kill();
    await held.release();
    await writing.expectSafe();
    await writing.site.restart();
    await writing.expectStored();
  },

  async 'the server dies after the save, its answer is lost'(writing) {
    let lost = 0;
    await writing.tab.route('**/api/page/save', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await writing.site.kill();
      return route.abort();
    });
    await writing.write();
    await writing.save();
    await expect.poll(() => lost).toBe(1);
    await writing.write();
    await writing.expectSafe();
    await writing.site.restart();
    await writing.expectStored();
  },

  async 'the login ends'(writing) {
    const context = await writing.desk.context();
    await writing.write();
    await context.clearCookies();
    await writing.save();
    const dialog = writing.tab.getByRole('dialog');
    await dialog.getByLabel(en.user.password, { exact: true }).fill(PASSWORD);
    await writing.expectSafe();
    await dialog.getByRole('button', { name: en.editor.loginSubmit }).click();
    await writing.expectStored();
  },

  async 'the tab is closed and opened again'(writing) {
    await writing.write();
    await writing.expectSafe();
    await writing.tab.close();
    await writing.comeBack();
    await writing.expectStored();
  },

  async 'the browser is killed'(writing) {
    await writing.write();
    await writing.expectSafe();
    await writing.desk.kill();
    await writing.logInAgain();
    await writing.comeBack();
    await writing.expectStored();
  },

  async 'the browser is killed while the network is cut'(writing) {
    const context = await writing.desk.context();
    await writing.write();
    await context.setOffline(true);
    await writing.save();
    await writing.expectSafe();
    await writing.desk.kill();
    await writing.logInAgain();
    await writing.comeBack();
    await writing.expectStored();
  },

  async 'two tabs write the same page'(writing) {
    await saveFirst(writing);
    const other = await writing.desk.newPage();
    await writing.open(other);
    const before = writing.text;
    await writing.write(other);
    await writing.save(other);
    await writing.expectStored();
    const theirs = writing.text;
    writing.text = before;
    await writing.tab.bringToFront();
    await writing.write();
    await writing.save();
    await expect(button(writing, en.editor.saveMerged)).toBeVisible();
    await writing.expectSafe();
    await writing.tab.getByRole('button', { name: en.editor.useBoth }).first().click();
    await button(writing, en.editor.saveMerged).click();
    const [mine] = [writing.text];
    await expect
      .poll(async () => {
        const [stored = ''] = await writing.stored();
        return stored.startsWith(before) &&
          stored.length >= theirs.length + mine.length - before.length
          ? 'both'
          : stored.length;
      })
      .toBe('both');
  },

  async 'somebody else saves meanwhile'(writing) {
    // Unchanged lines separate the two changes, so that the merge has no conflict.
    await writing.writeApart();
    await saveFirst(writing);
    const theirs = `first line of theirs\n${writing.text}`;
    await withColleague(writing, async (call) => {
      await writing.write();
      await endLock(writing);
      await call(calls.page.save, { page_id: writing.page_id, page_content: theirs });
    });
    await writing.save();
    await expect(button(writing, en.editor.saveMerged)).toBeVisible();
    await writing.expectSafe();
    await button(writing, en.editor.saveMerged).click();
    writing.text = `first line of theirs\n${writing.text}`;
    await writing.expectStored();
  },

  async 'somebody else takes the lock'(writing) {
    await saveFirst(writing);
    await withColleague(writing, async (call) => {
      await endLock(writing);
      const { lock_token } = await call(calls.page.setLock, { page_id: writing.page_id });
      await writing.write();
      await writing.save();
      await expect(button(writing, en.editor.copyText)).toBeVisible();
      await writing.expectSafe();
      await call(calls.page.setLock, { page_id: writing.page_id, lock_to: 1000, lock_token });
    });
    await writing.save();
    await writing.expectStored();
  },

  async 'the item is archived meanwhile'(writing) {
    await saveFirst(writing);
    await writing.call()(calls.item.archive, { item_id: writing.item_id, password: PASSWORD });
    await writing.write();
    await writing.save();
    await expect(button(writing, en.editor.copyText)).toBeVisible();
    await writing.expectSafe();
  },

  async 'the page is deleted meanwhile'(writing) {
    await saveFirst(writing);
    await writing.call()(calls.page.delete, { page_id: writing.page_id });
    await writing.write();
    await writing.save();
    await expect(button(writing, en.editor.saveAsNew)).toBeVisible();
    await writing.expectSafe();
    await button(writing, en.editor.saveAsNew).click();
    await writing.expectStored();
  },

  async 'half a character is pasted'(writing) {
    await writing.write();
    await writing.writeLoneSurrogate();
    await writing.expectSafe();
    await writing.save();
    await writing.expectStored();
  },

  async 'save is pressed again and again'(writing) {
    await writing.write();
    await Promise.all([writing.save(), writing.save(), writing.save()]);
    await writing.write();
    await writing.save();
    await writing.expectSafe();
    // The editor ignores Ctrl+S while a save is in progress.
    await expect(writing.tab.getByText(en.editor.saving, { exact: true })).toHaveCount(0);
    await writing.save();
    await writing.expectStored();
  },
};
