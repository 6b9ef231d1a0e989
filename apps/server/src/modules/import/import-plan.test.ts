import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { requestImportPlan, sendFile } from '../../../tests/helpers/import-file.ts';
import {
  addMember,
  archiveItem,
  makeItem,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { plan, apply, undo, status, compare } = calls.import;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type Paths = Readonly<Record<string, string>>;

/** An API description with one operation per path; the value is the description of the operation. */
function description(paths: Paths): string {
  const operations = Object.entries(paths).map(([path, words]) => [
    `/${path}`,
    { get: { summary: path, description: words, tags: ['Ships'] } },
  ]);
  const info = { title: 'Harbor' };
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(operations) });
}

async function imported(paths: Paths) {
  const { client, ...owner } = await makeLoggedInUser(site);
  const first = await requestImportPlan(client, description(paths));
  const done = await client.callOk(apply, { task_id: first.task_id });
  const { menu } = await client.callOk(calls.item.info, { item_id: done.item_id });
  const [catalog] = menu.catalogs;
  const idOf = (title: string) =>
    catalog?.pages.find((page) => page.page_title === title)?.page_id ?? 0;
  const textOf = async (title: string) =>
    (await client.callOk(calls.page.info, { page_id: idOf(title) })).page_content;
  return { client, owner, done, item_id: done.item_id, idOf, textOf };
}

const entriesOf = async (
  { client }: Pick<Awaited<ReturnType<typeof imported>>, 'client'>,
  task_id: number,
) => {
  const { list } = await client.callOk(status, { task_id, count: 200 });
  return Object.fromEntries(list.map((entry) => [entry.page_title, entry.action]));
};

describe('the plan of an import', () => {
  it('writes nothing before it is applied', async () => {
    const { client } = await makeLoggedInUser(site);
    const before = await site.database.query('select count(*) from page');
    const planned = await requestImportPlan(client, description({ dock: 'one', leave: 'two' }));
    expect(planned).toMatchObject({
      state: 'planned',
      item_id: 0,
      item_name: 'Harbor',
      file_name: 'harbor.json',
      counts: { add: 2, change: 0, conflict: 0, keep: 0, left: 0 },
    });
    expect(await site.database.query('select count(*) from page')).toEqual(before);
    expect(await client.callOk(calls.item.myList, {})).toEqual([]);
    const done = await client.callOk(apply, { task_id: planned.task_id });
    expect(done).toMatchObject({ state: 'done', added: 2, changed: 0, new_catalogs: 1 });
    const other = await makeLoggedInUser(site);
    const closed = await other.client.call(calls.item.info, { item_id: done.item_id });
    expect(closed.error_code).toBe(10307);
  });

  it('distinguishes changes of the file from changes of users since the last import', async () => {
    const world = await imported({ same: 'a', file: 'a', hand: 'a', both: 'a', gone: 'a' });
    const { client, item_id, idOf, textOf } = world;
    for (const title of ['hand', 'both'])
      await client.callOk(calls.page.save, { page_id: idOf(title), page_content: 'by hand' });
    const next = description({ same: 'a', file: 'b', hand: 'a', both: 'b', fresh: 'b' });
    const planned = await requestImportPlan(client, next, item_id);
    expect(planned).toMatchObject({
      item_id,
      counts: { add: 1, change: 1, conflict: 1, keep: 2, left: 1 },
    });
    expect(await entriesOf(world, planned.task_id)).toEqual({
      same: 'keep',
      file: 'change',
      hand: 'keep',
      both: 'conflict',
      fresh: 'add',
      gone: 'left',
    });
    const { task_id } = planned;
    expect(await client.call(apply, { task_id })).toMatchObject({ error_code: 10101 });
    const done = await client.callOk(apply, { task_id, other_choices: 'mine' });
    expect(done).toMatchObject({ state: 'done', added: 1, changed: 1 });
    expect(await textOf('both')).toBe('by hand');
    expect(await textOf('file')).toContain('b');
    const [former] = await client.callOk(calls.page.history, { page_id: idOf('file') });
    expect(former?.page_content).toContain('a');
    // A conflict that was resolved is not reported again.
    const again = await requestImportPlan(client, next, item_id);
    expect(again.counts).toEqual({ add: 0, change: 0, conflict: 0, keep: 5, left: 1 });
  });

  it.each([
    ['file', ['dock'], false],
    ['both', ['dock', 'dock (2)'], true],
  ] as const)('resolves a conflict by the choice: %s', async (choice, titles, isMine) => {
    const world = await imported({ dock: 'a' });
    const { client, item_id, idOf, textOf } = world;
    await client.callOk(calls.page.save, { page_id: idOf('dock'), page_content: 'by hand' });
    const { task_id } = await requestImportPlan(client, description({ dock: 'b' }), item_id);
    await client.callOk(apply, { task_id, choices: { 0: choice } });
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(menu.catalogs[0]?.pages.map((page) => page.page_title)).toEqual(titles);
    expect((await textOf('dock')) === 'by hand').toBe(isMine);
  });

  it('treats an existing page with the same title as a conflict', async () => {
    const { client, ...owner } = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { cat_id } = await client.callOk(calls.catalog.save, { item_id, cat_name: 'Ships' });
    const page = { item_id, cat_id, page_title: 'dock', page_content: 'mine' };
    await client.callOk(calls.page.save, page);
    const { counts } = await requestImportPlan(client, description({ dock: 'a' }), item_id);
    expect(counts).toMatchObject({ add: 0, conflict: 1 });
  });

  it('is created again, and nothing is written, when the item has changed since', async () => {
    const { client, item_id, idOf, textOf } = await imported({ dock: 'a' });
    const { task_id } = await requestImportPlan(client, description({ dock: 'b' }), item_id);
    await client.callOk(calls.page.save, { page_id: idOf('dock'), page_content: 'by hand' });
    const again = await client.callOk(apply, { task_id });
    expect(again).toMatchObject({ state: 'planned', is_again: true, counts: { conflict: 1 } });
    expect(await textOf('dock')).toBe('by hand');
    const done = await client.callOk(apply, { task_id, other_choices: 'file' });
    expect(done).toMatchObject({ state: 'done', changed: 1 });
  });

  it('fails with the reason for an unreadable file', async () => {
    const { client } = await makeLoggedInUser(site);
    const planned = await requestImportPlan(client, 'just some words');
    expect(planned).toMatchObject({ state: 'failed' });
    expect(planned.error).not.toBe('');
    const { task_id } = planned;
    expect(await client.call(apply, { task_id })).toMatchObject({ error_code: 10101 });
  });
});

describe('a page of the plan', () => {
  it('is shown in the current version, that of the file and that of the last import', async () => {
    const { client, item_id, idOf, textOf } = await imported({ dock: 'a', leave: 'a' });
    const before = await textOf('leave');
    await client.callOk(calls.page.save, { page_id: idOf('leave'), page_content: 'by hand' });
    const next = description({ dock: 'b', leave: 'b', moor: 'b' });
    const { task_id } = await requestImportPlan(client, next, item_id);
    const changed = await client.callOk(compare, { task_id, at: 0 });
    expect(changed).toMatchObject({ action: 'change', page_id: idOf('dock'), page_type: 0 });
    expect(changed.now?.page_content).toBe(await textOf('dock'));
    expect(changed.imported).toEqual(changed.now);
    const conflict = await client.callOk(compare, { task_id, at: 1 });
    expect(conflict).toMatchObject({
      action: 'conflict',
      now: { page_title: 'leave', page_content: 'by hand' },
      imported: { page_title: 'leave', page_content: before },
    });
    const added = await client.callOk(compare, { task_id, at: 2 });
    expect(added).toMatchObject({ action: 'add', page_id: 0, now: null, imported: null });
    const { list } = await client.callOk(status, { task_id, count: 10 });
    expect(list.map((entry) => entry.is_shown)).toEqual([true, true, true]);
    expect((await client.call(compare, { task_id, at: 3 })).error_code).toBe(10101);
    // The import writes exactly the shown text.
    await client.callOk(apply, { task_id, other_choices: 'file' });
    expect(await textOf('dock')).toBe(changed.file.page_content);
    expect(await textOf('leave')).toBe(conflict.file.page_content);
    const written = await client.callOk(status, { task_id, count: 10, action: 'add' });
    const moor = await client.callOk(calls.page.info, { page_id: written.list[0]?.page_id ?? 0 });
    expect(moor.page_content).toBe(added.file.page_content);
    expect((await client.call(compare, { task_id, at: 0 })).error_code).toBe(10101);
    const kept = await site.database.query('select from import_text where task_id = $1', [task_id]);
    expect(kept).toEqual([]);
  });

  it('is shown before the item exists, and not to other users', async () => {
    const { client } = await makeLoggedInUser(site);
    const { task_id } = await requestImportPlan(client, description({ dock: 'the words' }));
    const shown = await client.callOk(compare, { task_id, at: 0 });
    expect(shown).toMatchObject({ action: 'add', file: { page_title: 'dock' } });
    expect(shown.file.page_content).toContain('the words');
    const other = (await makeLoggedInUser(site)).client;
    expect((await other.call(compare, { task_id, at: 0 })).error_code).toBe(10101);
  });

  it('is shown only while the user may edit the item', async () => {
    const { item_id } = await imported({ dock: 'a' });
    const editor = await makeLoggedInUser(site);
    await addMember(site, item_id, editor, { edit: true });
    const { task_id } = await requestImportPlan(editor.client, description({ dock: 'b' }), item_id);
    expect((await editor.client.call(compare, { task_id, at: 0 })).error_code).toBe(0);
    await site.database.query('delete from item_member where uid = $1', [editor.uid]);
    site.deps.bus.publish('item', String(item_id));
    expect((await editor.client.call(compare, { task_id, at: 0 })).error_code).toBe(10307);
  });

  it('is inaccessible without the right to edit, as are status, stop, undo and apply', async () => {
    const { client, item_id } = await imported({ dock: 'a' });
    const editor = await makeLoggedInUser(site);
    await addMember(site, item_id, editor, { edit: true });
    const { task_id } = await requestImportPlan(editor.client, description({ moor: 'b' }), item_id);
    const shown = await editor.client.callOk(status, { task_id, count: 200 });
    expect(shown.list.map((entry) => entry.page_title)).toEqual(['moor', 'dock']);
    const [row] = await client.callOk(calls.member.getList, { item_id });
    const { item_member_id = 0 } = row ?? {};
    await client.callOk(calls.member.delete, { item_id, item_member_id });
    for (const call of [status, calls.task.stop, undo, apply]) {
      const refused = await editor.client.call(call, { task_id });
      expect(refused).toMatchObject({ error_code: 10307, data: null });
    }
  });

  it('is hidden from a member who has been limited to another catalog since', async () => {
    const { client, item_id } = await imported({ dock: 'a' });
    const other = await client.callOk(calls.catalog.save, { item_id, cat_name: 'Crew' });
    const editor = await makeLoggedInUser(site);
    await addMember(site, item_id, editor, { edit: true });
    const { task_id } = await requestImportPlan(editor.client, description({ moor: 'b' }), item_id);
    const limit = { item_id, username: editor.username, cat_id: other.cat_id };
    await client.callOk(calls.member.save, limit);
    const { list, entries } = await editor.client.callOk(status, { task_id, count: 200 });
    expect([entries, ...list.map((entry) => entry.page_title)]).toEqual([1, 'moor']);
  });
});

describe('undo', () => {
  it('reverts an import in one step', async () => {
    const world = await imported({ dock: 'a', leave: 'a' });
    const { client, item_id, idOf, textOf } = world;
    const before = await textOf('dock');
    const { task_id } = await requestImportPlan(
      client,
      description({ dock: 'b', moor: 'b' }),
      item_id,
    );
    await client.callOk(apply, { task_id });
    const undone = await client.callOk(undo, { task_id });
    expect(undone).toMatchObject({ state: 'undone', recycled: 1, restored: 1, skipped: 0 });
    expect(await textOf('dock')).toBe(before);
    const bin = await client.callOk(calls.recycle.getList, { item_id });
    expect(bin).toMatchObject([{ page_title: 'moor', old_place: 'Ships' }]);
    // The next import compares with the same state as this one did.
    const next = await requestImportPlan(client, description({ dock: 'b', moor: 'b' }), item_id);
    expect(next.counts).toMatchObject({ add: 1, change: 1, conflict: 0 });
    expect(idOf('leave')).toBeGreaterThan(0);
    expect(await client.call(undo, { task_id })).toMatchObject({ error_code: 10101 });
  });

  it('skips pages that were edited since, and lists them', async () => {
    const { client, item_id, idOf, textOf, done } = await imported({ dock: 'a', leave: 'a' });
    await client.callOk(calls.page.save, { page_id: idOf('dock'), page_content: 'by hand' });
    const undone = await client.callOk(undo, { task_id: done.task_id });
    expect(undone).toMatchObject({ recycled: 1, restored: 0, skipped: 1 });
    const left = { task_id: done.task_id, is_skipped: true, count: 10 };
    const { list } = await client.callOk(status, left);
    expect(list).toMatchObject([{ page_title: 'dock', is_skipped: true }]);
    expect(await textOf('dock')).toBe('by hand');
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(menu.catalogs).toMatchObject([{ cat_name: 'Ships', pages: [{ page_title: 'dock' }] }]);
  });

  it('deletes the created catalogs that are empty', async () => {
    const { client, item_id, done } = await imported({ dock: 'a' });
    await client.callOk(undo, { task_id: done.task_id });
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(menu).toMatchObject({ pages: [], catalogs: [] });
  });
});

describe('the right to import into an item', () => {
  const file = description({ dock: 'a' });
  const into = async (
    client: Awaited<ReturnType<typeof makeLoggedInUser>>['client'],
    item_id: number,
  ) => (await sendFile(client, plan, { item_id }, file)).error_code;

  it('requires the right to edit it', async () => {
    const { item_id, owner, catalogs } = await makeItemTree(site);
    const [reader, editor, limited, stranger] = [
      await makeLoggedInUser(site),
      await makeLoggedInUser(site),
      await makeLoggedInUser(site),
      await makeLoggedInUser(site),
    ];
    await addMember(site, item_id, reader);
    await addMember(site, item_id, editor, { edit: true });
    await addMember(site, item_id, limited, { edit: true, catalog: catalogs.guides });
    expect(await into(reader.client, item_id)).toBe(10302);
    expect(await into(stranger.client, item_id)).toBe(10302);
    expect(await into(makeVisitor(site), item_id)).toBe(10102);
    expect(await into(editor.client, item_id)).toBe(0);
    expect(await into(owner.client, 99_999_999)).toBe(10101);
    // A member who is limited to a catalog cannot create first-level catalogs.
    const { task_id } = await requestImportPlan(limited.client, file, item_id);
    const refused = await limited.client.callOk(apply, { task_id });
    expect(refused).toMatchObject({ state: 'failed' });
  });

  it('ends when the item is archived or the right to edit is revoked after the plan', async () => {
    const { client, item_id } = await imported({ dock: 'a' });
    const editor = await makeLoggedInUser(site);
    await addMember(site, item_id, editor, { edit: true });
    const theirs = await requestImportPlan(editor.client, description({ dock: 'b' }), item_id);
    const mine = await requestImportPlan(client, description({ dock: 'b' }), item_id);
    await site.database.query('delete from item_member where uid = $1', [editor.uid]);
    site.deps.bus.publish('item', String(item_id));
    const refused = await editor.client.call(apply, { task_id: theirs.task_id });
    expect(refused.error_code).toBe(10307);
    await archiveItem(site, item_id);
    const archived = await client.call(apply, { task_id: mine.task_id });
    expect(archived.error_code).toBe(10605);
  });
});
