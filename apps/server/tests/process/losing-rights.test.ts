import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { expectWithin } from '../helpers/nightly.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { timeUntil } from '../helpers/stop-watch.ts';
import { multipart } from '../helpers/multipart.ts';

const { item, page, catalog, member, team, teamItem, teamItemMember, teamMember } = calls;
const PASSWORD = ADMIN.password;
/** The limit required by the security requirements, on every process. */
const MAX_REVOKE_MS = 5000;

let site: Installation;
let a: RunningServer;
let b: RunningServer;
let owner: Browser;
let reader: Browser;

/** Creates a user with the administrator's password hash, so that nothing has to be hashed. */
async function createUser(username: string): Promise<Browser> {
  await site.database.query(
    `insert into "user" (username, username_key, password_hash)
     select $1, $1, password_hash from "user" where username = $2`,
    [username, ADMIN.username],
  );
  const browser = site.newBrowser();
  await browser.callOk(a, calls.user.login, { username, password: PASSWORD });
  return browser;
}

beforeAll(async () => {
  site = await openInstallation();
  [a, b] = await Promise.all([site.start(), site.start()]);
  owner = await createUser('owner');
  reader = await createUser('reader');
  await createUser('new-owner');
});
afterAll(() => site.close());

/** Returns the envelope of an upload to a page, which includes the URL of the file. */
async function upload(by: Browser, at: RunningServer, page_id: number) {
  const file = { field: page.upload.file, name: 'notes.txt', bytes: Buffer.from('plain words') };
  const { headers, payload } = multipart({ page_id }, file);
  const answer = await fetch(at.url + page.upload.path, {
    method: 'POST',
    headers: { ...by.headers(), ...headers },
    body: payload,
  });
  return (await answer.json()) as { error_code: number; url: string };
}

/** An item with a password, with a page in a catalog and a file on it. */
async function makeItem() {
  const { item_id } = await owner.callOk(a, item.add, { item_name: 'Harbor', password: 'sesame' });
  const { cat_id } = await owner.callOk(a, catalog.save, { item_id, cat_name: 'Guides' });
  const other = await owner.callOk(a, catalog.save, { item_id, cat_name: 'API' });
  const { page_id } = await owner.callOk(a, page.save, {
    item_id,
    cat_id,
    page_title: 'Install',
    page_content: 'words',
  });
  const { url, error_code } = await upload(owner, a, page_id);
  expect(error_code).toBe(0);
  return { item_id, cat_id, other_cat_id: other.cat_id, page_id, file: url };
}
type Item = Awaited<ReturnType<typeof makeItem>>;

const save = ({ item_id }: Item, change: object) =>
  owner.callOk(a, member.save, { item_id, username: 'reader', ...change });

async function grantThroughTeam({ item_id }: Item) {
  const { id: team_id } = await owner.callOk(a, team.save, { team_name: 'Squad' });
  await owner.callOk(a, teamItem.save, { team_id, item_id });
  await owner.callOk(a, teamMember.save, { team_id, member_username: 'reader' });
  return team_id;
}

type RevokeAction = (made: Item) => Promise<unknown>;
interface RevocationCase {
  /** Grants the right and returns a function that revokes it. */
  readonly grant: (made: Item) => Promise<RevokeAction>;
  readonly edits?: true;
}

const revocationCases: Record<string, RevocationCase> = {
  'the member is removed': {
    async grant(made) {
      await save(made, {});
      return async ({ item_id }) => {
        const [row] = await owner.callOk(a, member.getList, { item_id });
        await owner.callOk(a, member.delete, { item_id, item_member_id: row?.item_member_id ?? 0 });
      };
    },
  },
  'the member is limited to reading': {
    edits: true,
    async grant(made) {
      await save(made, { member_group_id: 1 });
      return () => save(made, { member_group_id: 0 });
    },
  },
  'the member is limited to another catalog': {
    async grant(made) {
      await save(made, {});
      return ({ other_cat_id }) => save(made, { cat_id: other_cat_id });
    },
  },
  'the catalog of a limited member is deleted': {
    async grant(made) {
      await save(made, { cat_id: made.cat_id });
      return ({ item_id, cat_id }) => owner.callOk(a, catalog.delete, { item_id, cat_id });
    },
  },
  'the user leaves the team': {
    async grant(made) {
      const team_id = await grantThroughTeam(made);
      return async () => {
        const [row] = await owner.callOk(a, teamMember.getList, { team_id });
        await owner.callOk(a, teamMember.delete, { id: row?.id ?? 0 });
      };
    },
  },
  'the team is deleted': {
    async grant(made) {
      const id = await grantThroughTeam(made);
      return () => owner.callOk(a, team.delete, { id });
    },
  },
  'the item is unlinked from the team': {
    async grant(made) {
      await grantThroughTeam(made);
      return async ({ item_id }) => {
        const [row] = await owner.callOk(a, teamItem.getList, { item_id });
        await owner.callOk(a, teamItem.delete, { id: row?.id ?? 0 });
      };
    },
  },
  'the permissions of the whole team are reduced': {
    edits: true,
    async grant(made) {
      await grantThroughTeam(made);
      const [link] = await owner.callOk(a, teamItem.getList, { item_id: made.item_id });
      const set = (member_group_id: number) =>
        owner.callOk(a, teamItem.setRight, { id: link?.id ?? 0, member_group_id });
      await set(1);
      return () => set(0);
    },
  },
  'the permissions in the team are reduced': {
    edits: true,
    async grant(made) {
      const team_id = await grantThroughTeam(made);
      const { item_id } = made;
      const [part] = await owner.callOk(a, teamItemMember.getList, { team_id, item_id });
      const set = (member_group_id: number) =>
        owner.callOk(a, teamItemMember.save, { id: part?.id ?? 0, member_group_id });
      await set(1);
      return () => set(0);
    },
  },
  'a public item is made private': {
    async grant({ item_id }) {
      await owner.callOk(a, item.update, { item_id, is_private: 0 });
      return () => owner.callOk(a, item.update, { item_id, is_private: 1, password: 'sesame' });
    },
  },
  'the item is transferred and unlinked from the team of the former owner': {
    async grant(made) {
      await grantThroughTeam(made);
      return ({ item_id }) =>
        owner.callOk(a, item.attorn, { item_id, username: 'new-owner', password: PASSWORD });
    },
  },
  'the item is archived': {
    edits: true,
    async grant(made) {
      await save(made, { member_group_id: 1 });
      return ({ item_id }) => owner.callOk(a, item.archive, { item_id, password: PASSWORD });
    },
  },
  'the item is deleted': {
    async grant(made) {
      await save(made, {});
      return ({ item_id }) => owner.callOk(a, item.delete, { item_id, password: PASSWORD });
    },
  },
};

describe('a right to a page and its files that is revoked on one process', () => {
  it.each(Object.entries(revocationCases))(
    'is denied on both: %s',
    async (_name, { grant, edits }) => {
      const made = await makeItem();
      const revoke = await grant(made);
      const { page_id, file } = made;
      const readFile = async (at: RunningServer) => {
        const { ok } = await fetch(at.url + file, { headers: reader.headers() });
        return { error_code: ok ? 0 : 1 };
      };
      const attempts = edits
        ? [
            (at: RunningServer) =>
              reader.call(at, page.save, { page_id, page_content: 'other words' }),
            (at: RunningServer) => upload(reader, at, page_id),
          ]
        : [(at: RunningServer) => reader.call(at, page.info, { page_id }), readFile];
      // Both processes have just allowed it and have cached the right.
      for (const server of [a, b])
        for (const attempt of attempts)
          expectWithin(
            await timeUntil(async () => {
              expect((await attempt(server)).error_code).toBe(0);
            }),
            MAX_REVOKE_MS,
          );
      await revoke(made);
      for (const server of [a, b])
        for (const attempt of attempts)
          expectWithin(
            await timeUntil(async () => {
              expect((await attempt(server)).error_code).not.toBe(0);
            }),
            MAX_REVOKE_MS,
          );
    },
  );
});

describe('a shared link', () => {
  it('cancelled on one process stops working on both', async () => {
    const { page_id } = await makeItem();
    const share = (isCreateSiglePage: boolean) =>
      owner.callOk(a, page.createSinglePage, { page_id, isCreateSiglePage });
    const { unique_key } = await share(true);
    const guest = site.newBrowser();
    for (const server of [a, b]) await guest.callOk(server, page.infoByKey, { unique_key });
    await share(false);
    for (const server of [a, b])
      expectWithin(
        await timeUntil(async () => {
          expect((await guest.call(server, page.infoByKey, { unique_key })).error_code).not.toBe(0);
        }),
        MAX_REVOKE_MS,
      );
  });
});

describe('a disabled user', () => {
  it('loses the session on both processes, even without a notification', async () => {
    const leaving = await createUser('leaving');
    for (const server of [a, b]) await leaving.callOk(server, calls.user.info, {});
    await site.database.query(`update "user" set disabled_time = now() where username = 'leaving'`);
    for (const server of [a, b])
      expectWithin(
        await timeUntil(async () => {
          expect((await leaving.call(server, calls.user.info, {})).error_code).toBe(10102);
        }),
        3 * MAX_REVOKE_MS,
      );
  });
});

describe('a personal access token that ends on one process', () => {
  const send = async (at: RunningServer, token: string, page_id: number) => {
    const answer = await fetch(at.url + page.info.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page_id }),
    });
    return ((await answer.json()) as { error_code: number }).error_code;
  };
  const endings: Record<string, (id: number) => Promise<unknown>> = {
    'its user revokes it': (id) => owner.callOk(a, calls.accessToken.revoke, { id }),
    // No process is notified.
    'it expires': (id) =>
      site.database.query('update access_token set expire_time = now() where id = $1', [id]),
    'the item is no longer included': (id) =>
      site.database.query(`update access_token set item_ids = '{}' where id = $1`, [id]),
  };

  it.each(Object.entries(endings))('is rejected on both: %s', async (_name, end) => {
    const { item_id, page_id } = await makeItem();
    const { token, access_token } = await owner.callOk(a, calls.accessToken.create, {
      name: 'Build server',
      scopes: ['read'],
      item_ids: [item_id],
      days: 1,
      password: PASSWORD,
    });
    for (const server of [a, b]) expect(await send(server, token, page_id)).toBe(0);
    await end(access_token.id);
    for (const server of [a, b])
      expectWithin(
        await timeUntil(async () => {
          expect(await send(server, token, page_id)).toBeGreaterThanOrEqual(10650);
        }),
        1000,
      );
  });

  it('is rejected on both when its user is disabled', async () => {
    const script = await createUser('script-owner');
    const { page_id } = await makeItem();
    const [row] = await site.database.query<{ item_id: string }>(
      'update item set password_hash = null where item_id = (select item_id from page where page_id = $1) returning item_id',
      [page_id],
    );
    const { token } = await script.callOk(a, calls.accessToken.create, {
      name: 'Build server',
      scopes: ['read'],
      item_ids: [Number(row?.item_id)],
      days: 1,
      password: PASSWORD,
    });
    for (const server of [a, b])
      await timeUntil(async () => {
        expect(await send(server, token, page_id)).toBe(0);
      });
    const admin = site.newBrowser();
    const { uid } = await script.callOk(a, calls.user.info, {});
    await admin.callOk(a, calls.user.login, ADMIN);
    await admin.callOk(a, calls.adminUser.disableUser, {
      uid,
      is_disabled: true,
      password: ADMIN.password,
    });
    for (const server of [a, b])
      expectWithin(
        await timeUntil(async () => {
          expect(await send(server, token, page_id)).toBe(10650);
        }),
        1000,
      );
  });
});
