import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import { pruneVersionsJobs } from './prune-versions.jobs.ts';

const { history, save, saveDraft } = calls.page;

let site: TestSite;
let owner: Awaited<ReturnType<typeof makeLoggedInUser>>;
let item_id = 0;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  owner = await makeLoggedInUser(site, { admin: true });
  item_id = await makeItem(site, { owner });
});
afterAll(() => site.close());
beforeEach(() => setDays(0, 1000));

async function setDays(version_days: number, history_version_count = 1000) {
  await settingRepository(site.deps.db).save({ version_days, history_version_count });
  publishSettingsChange(site.deps.bus);
}

const prune = () => pruneVersionsJobs[0]?.run(testJobContext(site) as JobContext, {});

/** A page with these versions; each was saved so many days ago. The last one is the current one. */
async function makeHistory(versions: readonly { text: string; days: number; note?: string }[]) {
  const [first, ...others] = versions;
  const page_id = await makePage(site, item_id, { author: owner, page_content: first?.text ?? '' });
  for (const { text } of others) await owner.client.callOk(save, { page_id, page_content: text });
  for (const [at, { days, note = '' }] of versions.entries()) {
    const age = [page_id, at + 1, `${days} days 1 minute`, note];
    for (const table of ['page', 'page_history'])
      await site.database.query(
        `update ${table} set addtime = now() - $3::interval, page_comments = $4
         where page_id = $1 and version = $2`,
        age,
      );
  }
  return page_id;
}

/** The stored texts by version. Reading decodes the whole chain and verifies the hash of each version. */
async function read(page_id: number): Promise<Map<number, string>> {
  const versions = await owner.client.callOk(history, { page_id });
  const { version, page_content } = await owner.client.callOk(calls.page.info, { page_id });
  return new Map([
    [version, page_content],
    ...versions.map((row) => [row.version, row.page_content ?? ''] as const),
  ]);
}

const closeDrafts = (page_id: number) =>
  site.database.query('update page_draft set closed_time = now() where page_id = $1', [page_id]);

const runEntries = () =>
  site.database.query<{ facts: object }>(
    `select facts from audit_log where action = 'retention.versions' order by audit_id`,
  );

describe('the retention of versions', () => {
  it('deletes versions some days after they were replaced, not after they were saved', async () => {
    // A page that was not changed for a year, and then yesterday.
    const page_id = await makeHistory([
      { text: 'ages ago', days: 400 },
      { text: 'a year ago', days: 365 },
      { text: 'yesterday', days: 1 },
    ]);
    await setDays(30);
    await prune();
    expect([...(await read(page_id)).values()]).toEqual(['yesterday', 'a year ago']);
  });

  it('keeps versions with a note, the base of an open draft and the current version', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const page_id = await makeHistory(
      texts.map((text, at) => ({ text, days: 100 - at, ...(at === 0 && { note: 'Release 1' }) })),
    );
    const draft = { page_id, draft_id: randomUUID(), page_content: 'draft', revision: 1 };
    await owner.client.callOk(saveDraft, { ...draft, base_version: 3 });
    await setDays(30);
    await prune();
    expect([...(await read(page_id))]).toEqual([
      [5, 'five'],
      [3, 'three'],
      [1, 'one'],
    ]);
    await closeDrafts(page_id);
    await prune();
    expect([...(await read(page_id)).keys()]).toEqual([5, 1]);
  });

  it('deletes nothing with 0 days, which is the default', async () => {
    const page_id = await makeHistory([
      { text: 'one', days: 4000 },
      { text: 'two', days: 3000 },
      { text: 'three', days: 2000 },
    ]);
    const before = (await runEntries()).length;
    await prune();
    expect((await read(page_id)).size).toBe(3);
    expect(await runEntries()).toHaveLength(before);
  });

  it('writes one audit entry for a run that deletes something, and none for the next', async () => {
    await setDays(30);
    await prune();
    await makeHistory(['one', 'two', 'three'].map((text, at) => ({ text, days: 90 - at })));
    await prune();
    const entries = await runEntries();
    expect(entries.at(-1)?.facts).toMatchObject({ days: 30, count: 2 });
    await prune();
    expect(await runEntries()).toHaveLength(entries.length);
  });

  it('leaves an audit entry of what a run has deleted before it was cut off', async () => {
    await setDays(30);
    await prune();
    const before = (await runEntries()).length;
    const counts = async () => (await runEntries()).slice(before).map(({ facts }) => facts);
    const makeOld = () =>
      makeHistory(['one', 'two', 'three', 'four'].map((text, at) => ({ text, days: 90 - at })));
    await makeOld();
    const [cutOff, large] = [await makeOld(), await makeOld()];
    // So many that they are recorded before the run ends.
    await site.database.query(
      `insert into page_history (item_id, page_id, version, page_title, author_username, addtime, codec, sha256, data)
       select item_id, page_id, -place, page_title, author_username, addtime, 0, sha256, data
       from page_history cross join generate_series(1, 5000) as place
       where page_id = $1 and version = 1`,
      [large],
    );
    await site.database.query(`
      create function cut_off() returns trigger language plpgsql as $$
        begin
          if old.page_id = ${cutOff} then raise 'cut off'; end if;
          return old;
        end $$;
      create trigger cut_off before delete on page_history for each row execute function cut_off()`);
    await expect(prune()).rejects.toThrow('cut off');
    expect(await counts()).toEqual([{ days: 30, count: 3 }]);
    await site.database.query('drop trigger cut_off on page_history');
    await makeOld();
    await prune();
    expect(await counts()).toEqual([3, 5006, 3].map((count) => ({ days: 30, count })));
  });

  it('is counted before it is saved, exactly', async () => {
    await setDays(7);
    await prune();
    await setDays(0);
    await makeHistory(['one', 'two', 'three'].map((text, at) => ({ text, days: 90 - at })));
    const preview = (version_days: number) =>
      owner.client.callOk(calls.adminSecurity.preview, { version_days });
    expect((await preview(30)).versions).toBe(2);
    expect((await preview(100)).versions).toBe(0);
    expect((await preview(0)).versions).toBe(0);
    await setDays(30);
    // Longer or for ever: nothing more is deleted.
    for (const days of [60, 0]) expect((await preview(days)).versions).toBe(0);
  });

  it('neither waits for a page that is being saved nor loses it: the next run deletes its versions', async () => {
    const page_id = await makeHistory(
      ['one', 'two', 'three'].map((text, at) => ({ text, days: 90 - at })),
    );
    await setDays(30);
    const other = await openTransaction(site.database);
    await other.query('select from page where page_id = $1 for no key update', [page_id]);
    await prune();
    expect((await read(page_id)).size).toBe(3);
    await other.commit();
    await prune();
    expect((await read(page_id)).size).toBe(1);
  });

  it('runs beside saves, and twice at once', async () => {
    const text = (at: number) => `${'line\n'.repeat(50)}${at}`;
    const page_id = await makeHistory(
      Array.from({ length: 40 }, (_, at) => ({ text: text(at), days: 100 - at })),
    );
    await setDays(80);
    const saves = async () => {
      for (let at = 40; at < 50; at += 1)
        await owner.client.callOk(save, { page_id, page_content: text(at) });
    };
    await Promise.all([prune(), saves(), prune()]);
    await prune();
    const stored = await read(page_id);
    expect(stored.size).toBe(30);
    for (const [version, content] of stored) expect(content).toBe(text(version - 1));
  });

  it('leaves every remaining version readable, whatever the history is', async () => {
    const version = fc.record({
      text: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        // Similar long texts, which are stored as deltas.
        fc.integer({ min: 0, max: 30 }).map((at) => `${'订单 order line\n'.repeat(40)}${at}`),
      ),
      gap: fc.integer({ min: 0, max: 40 }),
      note: fc.boolean(),
      isBase: fc.boolean(),
    });
    const generated = fc.array(version, { minLength: 2, maxLength: 45 });
    await fc.assert(
      fc.asyncProperty(generated, fc.integer({ min: 1, max: 120 }), async (drawn, days) => {
        await setDays(0);
        // Saving the same text again creates no version.
        const changed = drawn.filter(({ text }, at) => at === 0 || drawn[at - 1]?.text !== text);
        const total = changed.reduce((sum, { gap }) => sum + gap, 0);
        let passed = 0;
        const versions = changed.map(({ text, gap, note, isBase }, at) => {
          passed += gap;
          const age = total - passed;
          return { text, days: age, note: note && at % 3 === 0 ? 'kept' : '', isBase };
        });
        const page_id = await makeHistory(versions);
        const bases = new Set<number>();
        for (const [at, { isBase }] of versions.entries()) {
          if (!isBase || at % 4 !== 0) continue;
          const draft = { page_id, draft_id: randomUUID(), page_content: 'draft', revision: 1 };
          await owner.client.callOk(saveDraft, { ...draft, base_version: at + 1 });
          bases.add(at + 1);
        }
        const expected = versions.flatMap(({ text, note }, at) => {
          const replaced = versions[at + 1];
          const isKept = !replaced || replaced.days < days || note !== '' || bases.has(at + 1);
          return isKept ? [[at + 1, text] as const] : [];
        });
        await setDays(days);
        await prune();
        const stored = await read(page_id);
        expect([...stored].toSorted(([a], [b]) => a - b)).toEqual(expected);
        await prune();
        expect(await read(page_id)).toEqual(stored);
        // A save after the run still finds its chain.
        await owner.client.callOk(save, { page_id, page_content: `after ${days}` });
        expect((await read(page_id)).size).toBe(stored.size + 1);
        await closeDrafts(page_id);
      }),
      { numRuns: 25 },
    );
  });
});
