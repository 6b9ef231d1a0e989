import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeItem, makeMember } from '../../../tests/helpers/item-factories.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Long enough that versions are stored as deltas. */
const LINES = Array.from({ length: 60 }, (_, at) => `line ${at * 7919}`).join('\n');
const text = (version: number) => `${LINES}\ntext ${version}`;

async function setUpPage(on: TestSite = site, page_content = text(1)) {
  const owner = await makeLoggedInUser(on);
  const item_id = await makeItem(on, { owner });
  const input = { item_id, page_title: 'Orders', page_content };
  const { page_id } = await owner.client.callOk(page.save, input);
  return { owner, client: owner.client, item_id, page_id };
}

type Fixture = Awaited<ReturnType<typeof setUpPage>>;

/** Saves the texts of the versions from first to last. */
async function saveVersions({ client, page_id }: Fixture, first: number, last: number) {
  for (let at = first; at <= last; at += 1)
    await client.callOk(page.save, { page_id, page_content: text(at) });
}

const versions = async ({ client, page_id }: Fixture) =>
  (await client.callOk(page.history, { page_id })).map((row) => row.version);

const listOf = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => newest - at);

describe('page/history', () => {
  it('is empty for a new page', async () => {
    const { client, page_id } = await setUpPage();
    expect(await client.callOk(page.history, { page_id })).toEqual([]);
  });

  it('lists previous versions, newest first, each with content, author and time', async () => {
    const fixture = await setUpPage();
    const { client, item_id, page_id, owner } = fixture;
    const created = await client.callOk(page.info, { page_id });
    const editor = await makeMember(site, item_id, { edit: true });
    await editor.client.callOk(page.save, { page_id, page_content: text(2), page_title: 'Bills' });
    await client.callOk(page.save, { page_id, page_content: text(3) });
    expect(await client.callOk(page.history, { page_id })).toMatchObject([
      { version: 2, page_title: 'Bills', page_content: text(2), author_username: editor.username },
      {
        version: 1,
        page_title: 'Orders',
        page_content: text(1),
        author_username: owner.username,
        addtime: created.addtime,
        page_comments: '',
      },
    ]);
  });

  it('omits the content with content=0, in one query', async () => {
    const fixture = await setUpPage();
    await saveVersions(fixture, 2, 4);
    const { client, page_id } = fixture;
    const rows = await client.callOk(page.history, { page_id, content: 0 });
    expect(rows.map((row) => [row.version, 'page_content' in row])).toEqual([
      [3, false],
      [2, false],
      [1, false],
    ]);
    const read = () => client.callOk(page.history, { page_id, content: 0 });
    expect(await countQueries(site, read)).toBe(1);
  });

  it('retains the newest 20 versions', async () => {
    const fixture = await setUpPage();
    await saveVersions(fixture, 2, 25);
    const rows = await fixture.client.callOk(page.history, { page_id: fixture.page_id });
    expect(rows.map((row) => [row.version, row.page_content])).toEqual(
      listOf(24, 5).map((version) => [version, text(version)]),
    );
  });

  it('retains as many versions as configured, and older ones with a comment', async () => {
    const own = await openIsolatedSite();
    await settingRepository(own.deps.db).save({ history_version_count: 3 });
    const fixture = await setUpPage(own);
    const { client, page_id } = fixture;
    await saveVersions(fixture, 2, 3);
    const [, first] = await client.callOk(page.history, { page_id });
    await client.callOk(page.updateHistoryComments, {
      page_id,
      page_history_id: first?.page_history_id ?? 0,
      page_comments: 'as released',
    });
    await client.callOk(page.save, { page_id, page_content: text(4), page_comments: 'checked' });
    await saveVersions(fixture, 5, 40);
    const rows = await client.callOk(page.history, { page_id });
    expect(
      rows.map(({ version, page_content, page_comments }) => [
        version,
        page_content,
        page_comments,
      ]),
    ).toEqual([
      [39, text(39), ''],
      [38, text(38), ''],
      [37, text(37), ''],
      [4, text(4), 'checked'],
      [1, text(1), 'as released'],
    ]);
  });

  it('decodes a long history across versions stored in full', async () => {
    const own = await openIsolatedSite();
    await settingRepository(own.deps.db).save({ history_version_count: 200 });
    const fixture = await setUpPage(own);
    await saveVersions(fixture, 2, 70);
    const rows = await fixture.client.callOk(page.history, { page_id: fixture.page_id });
    expect(rows.map((row) => row.page_content)).toEqual(
      listOf(69, 1).map((version) => text(version)),
    );
  });
});

describe('the storage of versions', () => {
  it('takes less than 1% of full copies, for 20 versions of a 100 KB page', async () => {
    const lines = Array.from(
      { length: 2000 },
      (_, at) =>
        `| field_${at} | ${(at * 2_654_435_761) % 4_294_967_296} | 订单字段说明 ${at % 97} |`,
    );
    const fixture = await setUpPage(site, lines.join('\n'));
    const { client, page_id } = fixture;
    const bytes = Buffer.byteLength(lines.join('\n'));
    for (let at = 1; at <= 20; at += 1) {
      lines[(at * 83) % lines.length] = `| edited_${at} | by hand | 第 ${at} 次修改 |`;
      lines.push(`| added_${at} | int | 新增一行 |`);
      await client.callOk(page.save, { page_id, page_content: lines.join('\n') });
    }
    const [row] = await site.database.query<{ versions: string; data: string; rows: string }>(
      `select count(*) as versions, sum(length(data)) as data,
         sum(pg_column_size(page_history.*)) as rows from page_history where page_id = $1`,
      [page_id],
    );
    const stored = Number(row?.rows);
    console.info(
      `20 versions of ${Math.round(bytes / 1000)} KB: ${stored} bytes of rows, ${row?.data} of data; ` +
        `20 copies: ${20 * bytes} bytes, ${Math.round((20 * bytes) / stored)} times as much`,
    );
    expect(bytes).toBeGreaterThan(95_000);
    expect(Number(row?.versions)).toBe(20);
    expect(stored).toBeLessThan((20 * bytes) / 100);
    expect(await versions(fixture)).toEqual(listOf(20, 1));
  });
});

describe('page/diff', () => {
  it('returns the page and the chosen version, each with its content', async () => {
    const fixture = await setUpPage();
    await saveVersions(fixture, 2, 5);
    const { client, page_id } = fixture;
    for (const { page_history_id, version } of await client.callOk(page.history, { page_id })) {
      const found = await client.callOk(page.diff, { page_id, page_history_id });
      expect(found.page).toMatchObject({ page_id, version: 5, page_content: text(5) });
      expect(found.history_page).toMatchObject({ version, page_content: text(version) });
    }
  });

  it('does not return a version of another page', async () => {
    const one = await setUpPage();
    await saveVersions(one, 2, 2);
    const [foreign] = await one.client.callOk(page.history, { page_id: one.page_id });
    const input = { item_id: one.item_id, page_title: 'Other' };
    const { page_id } = await one.client.callOk(page.save, input);
    for (const page_history_id of [foreign?.page_history_id ?? 0, 999_999_999]) {
      const rejected = await one.client.call(page.diff, { page_id, page_history_id });
      expect(rejected.error_code).toBe(10101);
    }
  });
});

describe('page/updateHistoryComments', () => {
  it('sets and clears the comment of a version', async () => {
    const fixture = await setUpPage();
    await saveVersions(fixture, 2, 2);
    const { client, page_id } = fixture;
    const [former] = await client.callOk(page.history, { page_id });
    const page_history_id = former?.page_history_id ?? 0;
    for (const page_comments of ['released', '']) {
      await client.callOk(page.updateHistoryComments, { page_id, page_history_id, page_comments });
      const [row] = await client.callOk(page.history, { page_id, content: false });
      expect(row?.page_comments).toBe(page_comments);
    }
  });

  it('does not change a version of another page', async () => {
    const mine = await setUpPage();
    const theirs = await setUpPage();
    await saveVersions(theirs, 2, 2);
    const [foreign] = await theirs.client.callOk(page.history, { page_id: theirs.page_id });
    const rejected = await mine.client.call(page.updateHistoryComments, {
      page_id: mine.page_id,
      page_history_id: foreign?.page_history_id ?? 0,
      page_comments: 'mine now',
    });
    expect(rejected.error_code).toBe(10101);
    const [row] = await theirs.client.callOk(page.history, { page_id: theirs.page_id });
    expect(row?.page_comments).toBe('');
  });

  it('keeps the comment of a save with its version, even if only the comment is new', async () => {
    const fixture = await setUpPage();
    const { client, page_id } = fixture;
    await client.callOk(page.save, { page_id, page_comments: 'first words' });
    await saveVersions(fixture, 2, 2);
    expect(await client.callOk(page.history, { page_id })).toMatchObject([
      { version: 1, page_comments: 'first words' },
    ]);
  });
});

describe('a corrupt version', () => {
  it('causes an error instead of returning wrong content', async () => {
    const fixture = await setUpPage();
    await saveVersions(fixture, 2, 3);
    const { client, page_id } = fixture;
    await site.database.query(
      `update page_history set sha256 = sha256('other') where page_id = $1 and version = 2`,
      [page_id],
    );
    expect((await client.call(page.history, { page_id })).status).toBe(500);
    expect(await client.callOk(page.history, { page_id, content: false })).toHaveLength(2);
  });
});
