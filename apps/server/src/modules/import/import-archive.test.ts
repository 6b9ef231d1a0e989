import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { makeLoggedIn } from '../../testing/factories.ts';
import { fetchFile } from '../../testing/files.ts';
import { holdTransaction } from '../../testing/held-transaction.ts';
import { planOf, sendFile } from '../../testing/import-file.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { PICTURE } from '../../testing/with-file.ts';
import { zipBytes } from '../../testing/zip-bytes.ts';
import { textIn } from '../../texts.ts';
import { applyStep } from './apply-step.ts';

const { apply, auto, undo, status } = calls.import;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Waits for the job that imports the archive. */
async function ended(client: TestClient, task_id: number) {
  const ask = () => client.must(status, { task_id, count: 100 });
  await expect.poll(async () => (await ask()).state).not.toMatch(/waiting|running/);
  return ask();
}

function docs(picture: Uint8Array = PICTURE, text = 'Ships of the harbor') {
  return zipBytes([
    { name: 'start.md', content: `${text} ![plan](img/plan.png) and [more](guides/dock.md#top)` },
    { name: 'guides/dock.md', content: 'Dock here: [manual](../img/manual.pdf)' },
    { name: 'img/plan.png', content: picture },
    { name: 'img/manual.pdf', content: '%PDF-1.7 manual' },
  ]);
}

async function imported() {
  const { client, ...owner } = await makeLoggedIn(site);
  const { task_id } = await planOf(client, docs());
  const planned = await ended(client, task_id);
  await client.must(apply, { task_id });
  const done = await ended(client, task_id);
  const { item_id } = done;
  const find = async (keyword: string) => {
    const { pages } = await client.must(calls.item.search, { item_id, keyword });
    return client.must(calls.page.info, { page_id: pages[0]?.page_id ?? 0 });
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
    expect(file.rawPayload).toEqual(PICTURE);
    const files = await client.must(calls.page.uploadList, { page_id: start.page_id });
    expect(files).toMatchObject([{ display_name: 'plan.png' }]);
    const manual = await client.must(calls.page.uploadList, { page_id: dock.page_id });
    expect(manual).toMatchObject([{ display_name: 'manual.pdf' }]);
    // The uploaded file is deleted.
    const kept = 'select task_id from task_file where task_id = $1';
    expect(await site.database.query(kept, [done.task_id])).toEqual([]);
  });

  it('notifies the user when it is done', async () => {
    const { client } = await imported();
    const { list } = await client.must(calls.notice.getList, {});
    expect(list).toMatchObject([
      { notice_title: textIn('en', 'notice.importDone', { file: 'harbor.json' }) },
    ]);
  });

  it('extracts embedded images from texts, and lists files that exceed the size limit', async () => {
    const { client } = await makeLoggedIn(site);
    const inText = `data:image/png;base64,${PICTURE.toString('base64')}`;
    const large = Buffer.alloc(4 * 1024 * 1024 + 1);
    const zip = zipBytes([
      {
        name: 'start.md',
        content: `Ships ![a](${inText}) ![b](${inText} "twice") [film](film.bin) \`data:image/x\``,
      },
      { name: 'film.bin', content: large, deflate: true },
    ]);
    const { task_id } = await planOf(client, zip);
    expect((await ended(client, task_id)).notes).toEqual(['> 4 MB: film.bin']);
    await client.must(apply, { task_id });
    const { item_id } = await ended(client, task_id);
    const { pages } = await client.must(calls.item.search, { item_id, keyword: 'Ships' });
    const page = await client.must(calls.page.info, { page_id: pages[0]?.page_id ?? 0 });
    const [, url = ''] = /!\[a\]\((\S+?)\)/.exec(page.page_content) ?? [];
    expect(page.page_content).toBe(
      `Ships ![a](${url}) ![b](${url} "twice") [film](film.bin) \`data:image/x\``,
    );
    expect((await fetchFile(client, url)).rawPayload).toEqual(PICTURE);
  });

  it('takes the first heading of a file as the title and removes it from the text', async () => {
    const { client } = await makeLoggedIn(site);
    const zip = zipBytes([{ name: 'a1.md', content: '# Dock a ship\n\nShips come in.' }]);
    const { data } = await sendFile(client, auto, {}, zip);
    const { item_id } = await ended(client, data?.task_id ?? 0);
    const { default_page_id: page_id } = await client.must(calls.item.info, { item_id });
    expect(await client.must(calls.page.info, { page_id })).toMatchObject({
      page_title: 'Dock a ship',
      page_content: 'Ships come in.',
    });
  });

  it('changes only different pages when it is imported again', async () => {
    const { client, item_id, find } = await imported();
    const same = await planOf(client, docs(), item_id);
    expect((await ended(client, same.task_id)).counts).toMatchObject({
      keep: 2,
      add: 0,
      change: 0,
    });
    const other = await planOf(client, docs(Buffer.concat([PICTURE, PICTURE])), item_id);
    expect((await ended(client, other.task_id)).counts).toMatchObject({ keep: 1, change: 1 });
    await client.must(apply, { task_id: other.task_id });
    await ended(client, other.task_id);
    await client.must(undo, { task_id: other.task_id });
    expect(await ended(client, other.task_id)).toMatchObject({ state: 'undone', restored: 1 });
    const { page_content } = await find('Ships of');
    const [, url = ''] = /!\[plan\]\((\S+?)\)/.exec(page_content) ?? [];
    expect((await fetchFile(client, url)).rawPayload).toEqual(PICTURE);
  });

  it('is imported by a script, into a new or an existing item', async () => {
    const { client } = await makeLoggedIn(site);
    const { data } = await sendFile(client, auto, {}, docs());
    const first = await ended(client, data?.task_id ?? 0);
    expect(first).toMatchObject({ state: 'done', added: 2 });
    const into = { item_id: first.item_id };
    const again = await sendFile(client, auto, into, docs(PICTURE, 'Boats of the harbor'));
    expect(await ended(client, again.data?.task_id ?? 0)).toMatchObject({
      state: 'done',
      changed: 1,
    });
  });

  it('with an unsafe entry name fails with the reason', async () => {
    const { client } = await makeLoggedIn(site);
    const evil = zipBytes([{ name: '../evil.md', content: 'x' }]);
    const { task_id } = await planOf(client, evil);
    const failed = await ended(client, task_id);
    expect(failed.state).toBe('failed');
    expect(failed.error).toContain('Markdown');
  });
});

describe('an import whose process dies in the middle', () => {
  it('writes nothing, and is applied once by the next attempt', async () => {
    const { client, item_id } = await imported();
    const next = docs(PICTURE, 'Boats of the harbor');
    const { task_id } = await planOf(client, next, item_id);
    await ended(client, task_id);
    // Blocks the import in the middle of its transaction with a lock on the item.
    const holder = await holdTransaction(site.database);
    await holder.query('select from item where item_id = $1 for update', [item_id]);
    await client.must(apply, { task_id });
    await holder.isWaitedFor();
    await site.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    await holder.commit();
    const versions = () =>
      site.database.query<{ version: number }>(
        'select version from page where item_id = $1 order by page_id',
        [item_id],
      );
    const stateNow = async () => (await client.must(status, { task_id })).state;
    expect(await stateNow()).toBe('running');
    expect((await versions()).map((row) => row.version)).toEqual([1, 1]);
    const silent = `update task set beat_time = now() - interval '1 minute' where task_id = $1`;
    await site.database.query(silent, [task_id]);
    await Promise.all([1, 2, 3].map(() => applyStep.run(site.deps, task_id)));
    expect(await stateNow()).toBe('done');
    expect((await versions()).map((row) => row.version)).toEqual(expect.arrayContaining([1, 2]));
  });
});
