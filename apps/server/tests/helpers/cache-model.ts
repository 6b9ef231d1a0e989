import { calls } from '@octavo/contract';
import type { Browser } from './browser.ts';
import type { RunningServer } from './installation.ts';
import { Timeline } from './timeline.ts';
import type { TestDatabase } from './database.ts';

const { item, page, catalog, member, team, teamItem, teamMember, recycle } = calls;

interface PageState {
  readonly title: string;
  readonly content: string;
  readonly version: number;
  readonly cat_id: number;
  readonly s_number: number;
}

/** The expected state of an item; every change creates a new object. */
export interface ItemState {
  readonly name: string;
  readonly isPublic: boolean;
  readonly cats: ReadonlyMap<number, string>;
  readonly pages: ReadonlyMap<number, PageState>;
  readonly bin: ReadonlyMap<number, PageState>;
  /** Per member: the id of one first-level catalog, or 0 for all. */
  readonly members: ReadonlyMap<string, number>;
  readonly team: ReadonlySet<string>;
}

/** A logged-in reader, whose session ends when the account is disabled, or a visitor without a session. */
export interface Reader {
  readonly name: string;
  readonly browser: Browser;
  readonly isEnabled: Timeline<boolean>;
  readonly needsLogin: Timeline<boolean>;
}

export interface Item {
  readonly item_id: number;
  readonly team_id: number;
  readonly state: Timeline<ItemState>;
}

export interface CacheModel {
  readonly owner: Browser;
  /** Their memberships change during the test. */
  readonly readers: readonly Reader[];
  /** A member of every item whose account is disabled and enabled again during the test. */
  readonly disabledReader: Reader;
  /** Whether the site requires visitors to log in. */
  readonly needsLogin: Timeline<boolean>;
  readonly database: TestDatabase;
  /** Returns one of the server processes at random. */
  pickServer(): RunningServer;
  pick<T>(from: Iterable<T>): T | undefined;
}

type Change = (world: CacheModel, item: Item) => Promise<ItemState | undefined>;

export const DISABLED_USERNAME = 'dora';

let counter = 0;
const uniqueLabel = (word: string) => `${word} ${(counter += 1)}`;
const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V) => new Map(map).set(key, value);
function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

const INITIAL_PAGE: Omit<PageState, 'title' | 'content' | 'cat_id'> = { version: 1, s_number: 99 };

const addPage: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const cat_id = pick([0, ...now.cats.keys()]) ?? 0;
  const made = {
    ...INITIAL_PAGE,
    title: uniqueLabel('Page'),
    content: uniqueLabel('text'),
    cat_id,
  };
  const { page_id } = await owner.callOk(pickServer(), page.save, {
    item_id,
    cat_id,
    page_title: made.title,
    page_content: made.content,
  });
  return { ...now, pages: withEntry(now.pages, page_id, made) };
};

/** Returns a change that saves a page with the fields that `edit` returns. */
function savePage(edit: (now: ItemState, world: CacheModel) => Partial<PageState>): Change {
  return async (world, { state }) => {
    const { now } = state;
    const chosen = world.pick(now.pages);
    if (!chosen) return undefined;
    const [page_id, before] = chosen;
    const after = { ...before, ...edit(now, world) };
    const { version } = await world.owner.callOk(world.pickServer(), page.save, {
      page_id,
      page_title: after.title,
      page_content: after.content,
      cat_id: after.cat_id,
      s_number: after.s_number,
    });
    return { ...now, pages: withEntry(now.pages, page_id, { ...after, version }) };
  };
}

const sortPage: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const chosen = pick(now.pages);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  const s_number = (counter += 1);
  await owner.callOk(pickServer(), page.sort, { item_id, pages: { [page_id]: s_number } });
  return { ...now, pages: withEntry(now.pages, page_id, { ...before, s_number }) };
};

const deletePage: Change = async ({ owner, pickServer, pick }, { state }) => {
  const { now } = state;
  const chosen = pick(now.pages);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  await owner.callOk(pickServer(), page.delete, { page_id });
  return { ...now, pages: without(now.pages, page_id), bin: withEntry(now.bin, page_id, before) };
};

const recoverPage: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const chosen = pick(now.bin);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  await owner.callOk(pickServer(), recycle.recover, { item_id, page_id });
  const back = { ...before, cat_id: 0 };
  return { ...now, pages: withEntry(now.pages, page_id, back), bin: without(now.bin, page_id) };
};

const addCatalog: Change = async ({ owner, pickServer }, { item_id, state }) => {
  const { now } = state;
  const cat_name = uniqueLabel('Catalog');
  const { cat_id } = await owner.callOk(pickServer(), catalog.save, { item_id, cat_name });
  return { ...now, cats: withEntry(now.cats, cat_id, cat_name) };
};

const renameCatalog: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const cat_id = pick(now.cats.keys());
  if (cat_id === undefined) return undefined;
  const cat_name = uniqueLabel('Renamed');
  await owner.callOk(pickServer(), catalog.batUpdate, { item_id, cats: [{ cat_id, cat_name }] });
  return { ...now, cats: withEntry(now.cats, cat_id, cat_name) };
};

const deleteCatalog: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const cat_id = pick(now.cats.keys());
  if (cat_id === undefined) return undefined;
  await owner.callOk(pickServer(), catalog.delete, { item_id, cat_id });
  const pagesInCatalog = [...now.pages].filter(([, facts_]) => facts_.cat_id === cat_id);
  return {
    ...now,
    cats: without(now.cats, cat_id),
    pages: new Map([...now.pages].filter(([, { cat_id: in_ }]) => in_ !== cat_id)),
    bin: new Map([...now.bin, ...pagesInCatalog]),
  };
};

const renameItem: Change = async ({ owner, pickServer }, { item_id, state }) => {
  const item_name = uniqueLabel('Item');
  await owner.callOk(pickServer(), item.update, { item_id, item_name });
  return { ...state.now, name: item_name };
};

const togglePrivacy: Change = async ({ owner, pickServer }, { item_id, state }) => {
  const isPublic = !state.now.isPublic;
  const visibility = isPublic ? { is_private: false } : { is_private: true, password: 'sesame' };
  await owner.callOk(pickServer(), item.update, { item_id, ...visibility });
  return { ...state.now, isPublic };
};

const saveMember: Change = async ({ owner, pickServer, pick, readers }, { item_id, state }) => {
  const { now } = state;
  const username = pick(readers)?.name ?? '';
  const cat_id = pick([0, ...now.cats.keys()]) ?? 0;
  await owner.callOk(pickServer(), member.save, { item_id, username, cat_id });
  return { ...now, members: withEntry(now.members, username, cat_id) };
};

/** A user whose account is disabled cannot be added as a member again, so this user is never removed. */
const removableMembers = ({ members }: ItemState) =>
  [...members.keys()].filter((name) => name !== DISABLED_USERNAME);

const removeMember: Change = async ({ owner, pickServer, pick }, { item_id, state }) => {
  const { now } = state;
  const username = pick(removableMembers(now));
  if (username === undefined) return undefined;
  const rows = await owner.callOk(pickServer(), member.getList, { item_id });
  const { item_member_id = 0 } = rows.find((row) => row.username === username) ?? {};
  await owner.callOk(pickServer(), member.delete, { item_id, item_member_id });
  return { ...now, members: without(now.members, username) };
};

/** Deletes the row in the database without a notification: caches notice it only when their entries expire. */
export const removeMemberInDatabase: Change = async ({ database, pick }, { item_id, state }) => {
  const { now } = state;
  const username = pick(removableMembers(now));
  if (username === undefined) return undefined;
  await database.query(
    `delete from item_member using "user"
     where "user".uid = item_member.uid and item_id = $1 and username = $2`,
    [item_id, username],
  );
  return { ...now, members: without(now.members, username) };
};

const joinTeam: Change = async ({ owner, pickServer, pick, readers }, { team_id, state }) => {
  const { now } = state;
  const username = pick(readers.map(({ name }) => name).filter((name) => !now.team.has(name)));
  if (username === undefined) return undefined;
  await owner.callOk(pickServer(), teamMember.save, { team_id, member_username: username });
  return { ...now, team: new Set([...now.team, username]) };
};

const leaveTeam: Change = async ({ owner, pickServer, pick }, { team_id, state }) => {
  const { now } = state;
  const username = pick(now.team);
  if (username === undefined) return undefined;
  const rows = await owner.callOk(pickServer(), teamMember.getList, { team_id });
  const { id = 0 } = rows.find((row) => row.member_username === username) ?? {};
  await owner.callOk(pickServer(), teamMember.delete, { id });
  return { ...now, team: new Set([...now.team].filter((name) => name !== username)) };
};

/** A change that is listed several times is picked more often. */
export const changes: readonly Change[] = [
  addPage,
  addPage,
  savePage(() => ({ content: uniqueLabel('text') })),
  savePage(() => ({ content: uniqueLabel('text') })),
  savePage(() => ({ content: uniqueLabel('text') })),
  savePage(() => ({ title: uniqueLabel('Renamed') })),
  savePage((now, { pick }) => ({ cat_id: pick([0, ...now.cats.keys()]) ?? 0 })),
  sortPage,
  deletePage,
  recoverPage,
  addCatalog,
  renameCatalog,
  deleteCatalog,
  renameItem,
  togglePrivacy,
  saveMember,
  saveMember,
  removeMember,
  removeMemberInDatabase,
  removeMemberInDatabase,
  joinTeam,
  leaveTeam,
];

/** Disables or enables the account in the database without a notification. */
export function toggleAccount({ database, disabledReader }: CacheModel) {
  const { name, isEnabled } = disabledReader;
  const next = !isEnabled.now;
  return isEnabled.change(async () => {
    await database.query(
      'update "user" set disabled_time = case when $2 then null else now() end where username = $1',
      [name, next],
    );
    return next;
  });
}

/** Toggles the setting that requires visitors to log in, in the database without a notification. */
export function toggleLoginRequired({ database, needsLogin }: CacheModel) {
  const next = !needsLogin.now;
  return needsLogin.change(async () => {
    await database.query(
      `insert into setting (name, value) values ('login_required', to_jsonb($1::boolean))
       on conflict (name) do update set value = excluded.value`,
      [next],
    );
    return next;
  });
}

export async function makeItem({ owner, pickServer }: CacheModel, isPublic = false): Promise<Item> {
  const name = uniqueLabel('Item');
  const { item_id } = await owner.callOk(pickServer(), item.add, {
    item_name: name,
    ...(!isPublic && { password: 'sesame' }),
  });
  const { id: team_id } = await owner.callOk(pickServer(), team.save, {
    team_name: uniqueLabel('Team'),
  });
  await owner.callOk(pickServer(), teamItem.save, { team_id, item_id });
  await owner.callOk(pickServer(), member.save, { item_id, username: DISABLED_USERNAME });
  const state: ItemState = {
    name,
    isPublic,
    cats: new Map(),
    pages: new Map(),
    bin: new Map(),
    members: new Map([[DISABLED_USERNAME, 0]]),
    team: new Set(),
  };
  return { item_id, team_id, state: new Timeline(state) };
}
