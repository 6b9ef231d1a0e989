import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { fetchFile } from '../../../tests/helpers/upload.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import { requestImportPlan, sendFile } from '../../../tests/helpers/import-file.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { PNG_PIXEL } from '../../../tests/helpers/multipart.ts';
import { zipBytes } from '../../../tests/helpers/zip-bytes.ts';
import { translateTo } from '../../texts.ts';
import { applyStep } from './apply-step.ts';

const { apply, auto, undo, status } = calls.import;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Waits for the job that imports the archive. */
async function waitForTask(client: TestClient, task_id: number) {
  const loadStatus = () => client.callOk(status, { task_id, count: 100 });
  await expect.poll(async () => (await loadStatus()).state).not.toMatch(/waiting|running/);
  return loadStatus();
}

function docs(picture: Uint8Array = PNG_PIXEL, text = 'Ships of the harbor') {
  return zipBytes([
    { name: 'start.md', content: `${text} ![plan](img/plan.png) and [more](guides/dock.md#top)` },
    { name: 'guides/dock.md', content: 'Dock here: [manual](../img/manual.pdf)' },
    { name: 'img/plan.png', content: picture },
    { name: 'img/manual.pdf', content: '%PDF-1.7 manual' },
  ]);
}

async function imported() {
  const { client, ...owner } = await makeLoggedInUser(site);
  const { task_id } = await requestImportPlan(client, docs());
  const planned = await waitForTask(client, task_id);
  await client.callOk(apply, { task_id });
  const done = await waitForTask(client, task_id);
  const { item_id } = done;
  const find = async (keyword: string) => {
    const { pages } = await client.callOk(calls.item.search, { item_id, keyword });
    return client.callOk(calls.page.info, { page_id: pages[0]?.page_id ?? 0 });
  };
  return { client, owner, planned, done, item_id, find };
}

describe('an archive', () => {
  it('becomes pages that show its files and link to each other', async () => {
    const { client, planned, done, find } = await imported();
    expect(planned).toMatchObject({ state: 'planned', counts: { add: 2 } });
    expect(done).toMatchObject({ state: 'done', added: 2, new_catalogs: 1 });
    const start = await find('Ships of');
    const dock = await find('Dock here');
    expect(start.page_content).toContain(`[more](/page/${dock.page_id}#top)`);
    const [, url = ''] = /!\[plan\]\((\S+?)\)/.exec(start.page_content) ?? [];
    const file = await fetchFile(client, url);
    expect(file.rawPayload).toEqual(PNG_PIXEL);
    const files = await client.callOk(calls.page.uploadList, { page_id: start.page_id });
    expect(files).toMatchObject([{ display_name: 'plan.png' }]);
    const manual = await client.callOk(calls.page.uploadList, { page_id: dock.page_id });
    expect(manual).toMatchObject([{ display_name: 'manual.pdf' }]);
    // The uploaded file is deleted.
    const kept = 'select task_id from task_file where task_id = $1';
    expect(await site.database.query(kept, [done.task_id])).toEqual([]);
  });

  it('notifies the user when it is done', async () => {
    const { client } = await imported();
    const { list } = await client.callOk(calls.notice.getList, {});
    expect(list).toMatchObject([
      { notice_title: translateTo('en', 'notice.importDone', { file: 'harbor.json' }) },
    ]);
  });

  it('extracts embedded images from texts, and lists files that exceed the size limit', async () => {
    const { client } = await makeLoggedInUser(site);
    const inText = `data:image/png;base64,${PNG_PIXEL.toString('base64')}`;
    const large = Buffer.alloc(4 * 1024 * 1024 + 1);
    const zip = zipBytes([
      {
        name: 'start.md',
        content: `Ships ![a](${inText}) ![b](${inText} "twice") [film](film.bin) \`data:image/x\``,
      },
      { name: 'film.bin', content: large, deflate: true },
    ]);
    const { task_id } = await requestImportPlan(client, zip);
    expect((await waitForTask(client, task_id)).notes).toEqual(['> 4 MB: film.bin']);
    await client.callOk(apply, { task_id });
    const { item_id } = await waitForTask(client, task_id);
    const { pages } = await client.callOk(calls.item.search, { item_id, keyword: 'Ships' });
    const page = await client.callOk(calls.page.info, { page_id: pages[0]?.page_id ?? 0 });
    const [, url = ''] = /!\[a\]\((\S+?)\)/.exec(page.page_content) ?? [];
    expect(page.page_content).toBe(
      `Ships ![a](${url}) ![b](${url} "twice") [film](film.bin) \`data:image/x\``,
    );
    expect((await fetchFile(client, url)).rawPayload).toEqual(PNG_PIXEL);
  });

  it('takes the first heading of a file as the title and removes it from the text', async () => {
    const { client } = await makeLoggedInUser(site);
    const zip = zipBytes([{ name: 'a1.md', content: '# Dock a ship\n\nShips come in.' }]);
    const { data } = await sendFile(client, auto, {}, zip);
    const { item_id } = await waitForTask(client, data?.task_id ?? 0);
    const { default_page_id: page_id } = await client.callOk(calls.item.info, { item_id });
    expect(await client.callOk(calls.page.info, { page_id })).toMatchObject({
      page_title: 'Dock a ship',
      page_content: 'Ships come in.',
    });
  });

  it('changes only different pages when it is imported again', async () => {
    const { client, item_id, find } = await imported();
    const same = await requestImportPlan(client, docs(), item_id);
    expect((await waitForTask(client, same.task_id)).counts).toMatchObject({
      keep: 2,
      add: 0,
      change: 0,
    });
    const other = await requestImportPlan(
      client,
      docs(Buffer.concat([PNG_PIXEL, PNG_PIXEL])),
      item_id,
    );
    expect((await waitForTask(client, other.task_id)).counts).toMatchObject({ keep: 1, change: 1 });
    await client.callOk(apply, { task_id: other.task_id });
    await waitForTask(client, other.task_id);
    await client.callOk(undo, { task_id: other.task_id });
    expect(await waitForTask(client, other.task_id)).toMatchObject({
      state: 'undone',
      restored: 1,
    });
    const { page_content } = await find('Ships of');
    const [, url = ''] = /!\[plan\]\((\S+?)\)/.exec(page_content) ?? [];
    expect((await fetchFile(client, url)).rawPayload).toEqual(PNG_PIXEL);
  });

  it('is imported by a script, into a new or an existing item', async () => {
    const { client } = await makeLoggedInUser(site);
    const { data } = await sendFile(client, auto, {}, docs());
    const first = await waitForTask(client, data?.task_id ?? 0);
    expect(first).toMatchObject({ state: 'done', added: 2 });
    const into = { item_id: first.item_id };
    const again = await sendFile(client, auto, into, docs(PNG_PIXEL, 'Boats of the harbor'));
    expect(await waitForTask(client, again.data?.task_id ?? 0)).toMatchObject({
      state: 'done',
      changed: 1,
    });
  });

  it('with an unsafe entry name fails with the reason', async () => {
    const { client } = await makeLoggedInUser(site);
    const evil = zipBytes([{ name: '../evil.md', content: 'x' }]);
    const { task_id } = await requestImportPlan(client, evil);
    const failed = await waitForTask(client, task_id);
    expect(failed.state).toBe('failed');
    expect(failed.error).toContain('Markdown');
  });
});

describe('an import whose process dies in the middle', () => {
  it('writes nothing, and is applied once by the next attempt', async () => {
    const { client, item_id } = await imported();
    const next = docs(PNG_PIXEL, 'Boats of the harbor');
    const { task_id } = await requestImportPlan(client, next, item_id);
    await waitForTask(client, task_id);
    // Blocks the import in the middle of its transaction with a lock on the item.
    const blocker = await openTransaction(site.database);
    await blocker.query('select from item where item_id = $1 for update', [item_id]);
    await client.callOk(apply, { task_id });
    await blocker.waitUntilBlocked();
    await site.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    await blocker.commit();
    const versions = () =>
      site.database.query<{ version: number }>(
        'select version from page where item_id = $1 order by page_id',
        [item_id],
      );
    const stateNow = async () => (await client.callOk(status, { task_id })).state;
    expect(await stateNow()).toBe('running');
    expect((await versions()).map((row) => row.version)).toEqual([1, 1]);
    const expireHeartbeat = `update task set beat_time = now() - interval '1 minute' where task_id = $1`;
    await site.database.query(expireHeartbeat, [task_id]);
    await Promise.all([1, 2, 3].map(() => applyStep.run(site.deps, task_id)));
    expect(await stateNow()).toBe('done');
    expect((await versions()).map((row) => row.version)).toEqual(expect.arrayContaining([1, 2]));
  });
});
