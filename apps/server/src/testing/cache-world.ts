import { calls } from '@octavo/contract';
import type { Browser } from './browser.ts';
import type { RunningServer } from './spawn.ts';
import { Timeline } from './timeline.ts';
import type { TestDatabase } from './database.ts';

const { item, page, catalog, member, team, teamItem, teamMember, recycle } = calls;

interface PageFacts {
  readonly title: string;
  readonly content: string;
  readonly version: number;
  readonly cat_id: number;
  readonly s_number: number;
}

/** The expected state of an item; every change creates a new object. */
export interface ItemFacts {
  readonly name: string;
  readonly isOpen: boolean;
  readonly cats: ReadonlyMap<number, string>;
  readonly pages: ReadonlyMap<number, PageFacts>;
  readonly bin: ReadonlyMap<number, PageFacts>;
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
  readonly facts: Timeline<ItemFacts>;
}

export interface World {
  readonly owner: Browser;
  /** Their memberships change during the test. */
  readonly readers: readonly Reader[];
  /** A member of every item whose account is disabled and enabled again during the test. */
  readonly closed: Reader;
  /** Whether the site requires visitors to log in. */
  readonly needsLogin: Timeline<boolean>;
  readonly database: TestDatabase;
  /** Returns one of the server processes at random. */
  at(): RunningServer;
  pick<T>(from: Iterable<T>): T | undefined;
}

type Change = (world: World, item: Item) => Promise<ItemFacts | undefined>;

export const CLOSED = 'dora';

let counter = 0;
const fresh = (word: string) => `${word} ${(counter += 1)}`;
const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V) => new Map(map).set(key, value);
function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

const FIRST: Omit<PageFacts, 'title' | 'content' | 'cat_id'> = { version: 1, s_number: 99 };

const addPage: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const cat_id = pick([0, ...now.cats.keys()]) ?? 0;
  const made = { ...FIRST, title: fresh('Page'), content: fresh('text'), cat_id };
  const { page_id } = await owner.must(at(), page.save, {
    item_id,
    cat_id,
    page_title: made.title,
    page_content: made.content,
  });
  return { ...now, pages: withEntry(now.pages, page_id, made) };
};

/** Returns a change that saves a page with the fields that `edit` returns. */
function savePage(made: (now: ItemFacts, world: World) => Partial<PageFacts>): Change {
  return async (world, { facts }) => {
    const { now } = facts;
    const chosen = world.pick(now.pages);
    if (!chosen) return undefined;
    const [page_id, before] = chosen;
    const after = { ...before, ...made(now, world) };
    const { version } = await world.owner.must(world.at(), page.save, {
      page_id,
      page_title: after.title,
      page_content: after.content,
      cat_id: after.cat_id,
      s_number: after.s_number,
    });
    return { ...now, pages: withEntry(now.pages, page_id, { ...after, version }) };
  };
}

const sortPage: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const chosen = pick(now.pages);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  const s_number = (counter += 1);
  await owner.must(at(), page.sort, { item_id, pages: { [page_id]: s_number } });
  return { ...now, pages: withEntry(now.pages, page_id, { ...before, s_number }) };
};

const deletePage: Change = async ({ owner, at, pick }, { facts }) => {
  const { now } = facts;
  const chosen = pick(now.pages);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  await owner.must(at(), page.delete, { page_id });
  return { ...now, pages: without(now.pages, page_id), bin: withEntry(now.bin, page_id, before) };
};

const recoverPage: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const chosen = pick(now.bin);
  if (!chosen) return undefined;
  const [page_id, before] = chosen;
  await owner.must(at(), recycle.recover, { item_id, page_id });
  const back = { ...before, cat_id: 0 };
  return { ...now, pages: withEntry(now.pages, page_id, back), bin: without(now.bin, page_id) };
};

const addCatalog: Change = async ({ owner, at }, { item_id, facts }) => {
  const { now } = facts;
  const cat_name = fresh('Catalog');
  const { cat_id } = await owner.must(at(), catalog.save, { item_id, cat_name });
  return { ...now, cats: withEntry(now.cats, cat_id, cat_name) };
};

const renameCatalog: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const cat_id = pick(now.cats.keys());
  if (cat_id === undefined) return undefined;
  const cat_name = fresh('Renamed');
  await owner.must(at(), catalog.batUpdate, { item_id, cats: [{ cat_id, cat_name }] });
  return { ...now, cats: withEntry(now.cats, cat_id, cat_name) };
};

const deleteCatalog: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const cat_id = pick(now.cats.keys());
  if (cat_id === undefined) return undefined;
  await owner.must(at(), catalog.delete, { item_id, cat_id });
  const inside = [...now.pages].filter(([, facts_]) => facts_.cat_id === cat_id);
  return {
    ...now,
    cats: without(now.cats, cat_id),
    pages: new Map([...now.pages].filter(([, { cat_id: in_ }]) => in_ !== cat_id)),
    bin: new Map([...now.bin, ...inside]),
  };
};

const renameItem: Change = async ({ owner, at }, { item_id, facts }) => {
  const item_name = fresh('Item');
  await owner.must(at(), item.update, { item_id, item_name });
  return { ...facts.now, name: item_name };
};

const openOrClose: Change = async ({ owner, at }, { item_id, facts }) => {
  const isOpen = !facts.now.isOpen;
  const wish = isOpen ? { is_private: false } : { is_private: true, password: 'sesame' };
  await owner.must(at(), item.update, { item_id, ...wish });
  return { ...facts.now, isOpen };
};

const saveMember: Change = async ({ owner, at, pick, readers }, { item_id, facts }) => {
  const { now } = facts;
  const username = pick(readers)?.name ?? '';
  const cat_id = pick([0, ...now.cats.keys()]) ?? 0;
  await owner.must(at(), member.save, { item_id, username, cat_id });
  return { ...now, members: withEntry(now.members, username, cat_id) };
};

/** A user whose account is disabled cannot be added as a member again, so this user is never removed. */
const removable = ({ members }: ItemFacts) => [...members.keys()].filter((name) => name !== CLOSED);

const removeMember: Change = async ({ owner, at, pick }, { item_id, facts }) => {
  const { now } = facts;
  const username = pick(removable(now));
  if (username === undefined) return undefined;
  const rows = await owner.must(at(), member.getList, { item_id });
  const { item_member_id = 0 } = rows.find((row) => row.username === username) ?? {};
  await owner.must(at(), member.delete, { item_id, item_member_id });
  return { ...now, members: without(now.members, username) };
};

/** Deletes the row in the database without a notification: caches notice it only when their entries expire. */
export const removeMemberInSilence: Change = async ({ database, pick }, { item_id, facts }) => {
  const { now } = facts;
  const username = pick(removable(now));
  if (username === undefined) return undefined;
  await database.query(
    `delete from item_member using "user"
     where "user".uid = item_member.uid and item_id = $1 and username = $2`,
    [item_id, username],
  );
  return { ...now, members: without(now.members, username) };
};

const joinTeam: Change = async ({ owner, at, pick, readers }, { team_id, facts }) => {
  const { now } = facts;
  const username = pick(readers.map(({ name }) => name).filter((name) => !now.team.has(name)));
  if (username === undefined) return undefined;
  await owner.must(at(), teamMember.save, { team_id, member_username: username });
  return { ...now, team: new Set([...now.team, username]) };
};

const leaveTeam: Change = async ({ owner, at, pick }, { team_id, facts }) => {
  const { now } = facts;
  const username = pick(now.team);
  if (username === undefined) return undefined;
  const rows = await owner.must(at(), teamMember.getList, { team_id });
  const { id = 0 } = rows.find((row) => row.member_username === username) ?? {};
  await owner.must(at(), teamMember.delete, { id });
  return { ...now, team: new Set([...now.team].filter((name) => name !== username)) };
};

/** A change that is listed several times is picked more often. */
export const changes: readonly Change[] = [
  addPage,
  addPage,
  savePage(() => ({ content: fresh('text') })),
  savePage(() => ({ content: fresh('text') })),
  savePage(() => ({ content: fresh('text') })),
  savePage(() => ({ title: fresh('Renamed') })),
  savePage((now, { pick }) => ({ cat_id: pick([0, ...now.cats.keys()]) ?? 0 })),
  sortPage,
  deletePage,
  recoverPage,
  addCatalog,
  renameCatalog,
  deleteCatalog,
  renameItem,
  openOrClose,
  saveMember,
  saveMember,
  removeMember,
  removeMemberInSilence,
  removeMemberInSilence,
  joinTeam,
  leaveTeam,
];

/** Disables or enables the account in the database without a notification. */
export function closeOrOpenAccount({ database, closed }: World) {
  const { name, isEnabled } = closed;
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
export function closeOrOpenSite({ database, needsLogin }: World) {
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

export async function makeItem({ owner, at }: World, isOpen = false): Promise<Item> {
  const name = fresh('Item');
  const { item_id } = await owner.must(at(), item.add, {
    item_name: name,
    ...(!isOpen && { password: 'sesame' }),
  });
  const { id: team_id } = await owner.must(at(), team.save, { team_name: fresh('Team') });
  await owner.must(at(), teamItem.save, { team_id, item_id });
  await owner.must(at(), member.save, { item_id, username: CLOSED });
  const facts: ItemFacts = {
    name,
    isOpen,
    cats: new Map(),
    pages: new Map(),
    bin: new Map(),
    members: new Map([[CLOSED, 0]]),
    team: new Set(),
  };
  return { item_id, team_id, facts: new Timeline(facts) };
}
