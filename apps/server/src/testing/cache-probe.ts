import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import type { Item, ItemFacts, Reader } from './cache-world.ts';
import { send } from './http.ts';

/** Maximum age of a response, and maximum time that access is granted after the right was withdrawn. */
const PATIENCE_MS = 1000;
/** Item unknown or deleted, no right to a private item, and a site that requires visitors to log in. */
const REFUSALS = [10101, 10307, 10312];

type Scope = 'none' | 'all' | number;
type PageInfo = CallResponse<typeof calls.page.info>;
type ItemInfo = CallResponse<typeof calls.item.info>;

interface Answer<T> {
  readonly asked: number;
  readonly answered: number;
  /** Undefined if the reader was denied access. */
  readonly data: T | undefined;
}

/** The responses that a reader's browser has cached, by URL. */
type Kept = Map<string, { tag: string; body: string }>;
const keptBy = new WeakMap<Reader, Kept>();

/** Sends a GET request, with `If-None-Match` if the response is cached, as browsers do. */
async function ask<T>(reader: Reader, url: string): Promise<Answer<T>> {
  const kept: Kept = keptBy.get(reader) ?? new Map();
  keptBy.set(reader, kept);
  const held = kept.get(url);
  const { cookie = '' } = reader.browser.headers();
  const asked = performance.now();
  const { status, headers, body } = await send(url, {
    headers: { cookie, ...(held && { 'if-none-match': held.tag }) },
  });
  const answered = performance.now();
  const text = status === 304 ? (held?.body ?? '') : body;
  if (status === 200 && headers.etag) kept.set(url, { tag: headers.etag, body });
  const { error_code, data } = JSON.parse(text) as Envelope<T>;
  if (error_code !== 0 && !REFUSALS.includes(error_code))
    throw new Error(`${url} answered ${error_code}`);
  return { asked, answered, data: error_code === 0 ? (data as T) : undefined };
}

function scopeOf(
  { isOpen, members, team }: ItemFacts,
  name: string,
  isEnabled: boolean,
  needsLogin: boolean,
): Scope {
  if (!isEnabled) return isOpen && !needsLogin ? 'all' : 'none';
  if (isOpen) return 'all';
  if (team.has(name)) return 'all';
  const cat_id = members.get(name);
  return cat_id === undefined ? 'none' : cat_id === 0 ? 'all' : cat_id;
}

const covers = (scope: Scope, cat_id: number) =>
  scope === 'all' || (scope !== 'none' && cat_id !== 0 && scope === cat_id);

/**
 * Returns the responses the model allows: rights, page and tree may each come from a different moment of the last
 * second.
 */
async function possible(item: Item, reader: Reader, { asked, answered }: Answer<unknown>) {
  const facts = await item.facts.possible(asked, answered, PATIENCE_MS);
  const enabled = await reader.isEnabled.possible(asked, answered, PATIENCE_MS);
  const closed = await reader.needsLogin.possible(asked, answered, PATIENCE_MS);
  const scopes = new Set(
    facts.flatMap((one) =>
      enabled.flatMap((isEnabled) =>
        closed.map((needsLogin) => scopeOf(one, reader.name, isEnabled, needsLogin)),
      ),
    ),
  );
  return { facts, scopes: [...scopes] };
}

/** Returns undefined if the model allows the response, otherwise a description of the mismatch. */
export async function probePage(
  at: { url: string },
  item: Item,
  reader: Reader,
  pageId: number,
): Promise<string | undefined> {
  const url = `${at.url}${calls.page.info.path}?page_id=${pageId}`;
  const answer = await ask<PageInfo>(reader, url);
  const { data } = answer;
  const seen =
    data && [data.version, data.page_title, data.page_content, data.cat_id, data.s_number].join();
  const { facts, scopes } = await possible(item, reader, answer);
  const allowed = facts.flatMap(({ pages }) =>
    scopes.map((scope) => {
      const page = pages.get(pageId);
      if (!page || !covers(scope, page.cat_id)) return undefined;
      return [page.version, page.title, page.content, page.cat_id, page.s_number].join();
    }),
  );
  if (allowed.includes(seen)) return undefined;
  return `page ${pageId} for ${reader.name}: ${seen} is none of ${allowed.join(' · ')}`;
}

function pagesIn(menu: { pages: MenuPage[]; catalogs: MenuCatalog[] }): MenuPage[] {
  return [...menu.pages, ...menu.catalogs.flatMap(pagesIn)];
}

function treeOf({ pages, cats }: ItemFacts, scope: Scope) {
  return {
    pages: [...pages]
      .filter(([, { cat_id }]) => covers(scope, cat_id))
      .map(([page_id, { title, s_number }]) => `${page_id} ${title} ${s_number}`),
    cats: [...cats]
      .filter(([cat_id]) => covers(scope, cat_id))
      .map(([cat_id, name]) => `${cat_id} ${name}`),
  };
}

const asOne = (parts: readonly string[]) => parts.toSorted().join();

export async function probeItem(
  at: { url: string },
  item: Item,
  reader: Reader,
): Promise<string | undefined> {
  const url = `${at.url}${calls.item.info.path}?item_id=${item.item_id}`;
  const answer = await ask<ItemInfo>(reader, url);
  const { data } = answer;
  const { facts, scopes } = await possible(item, reader, answer);
  const who = `item ${item.item_id} for ${reader.name}`;
  if (!data) return scopes.includes('none') ? undefined : `${who}: turned away`;
  if (scopes.every((scope) => scope === 'none')) return `${who}: let in`;
  if (!facts.some(({ name }) => name === data.item_name)) return `${who}: ${data.item_name}`;
  const trees = facts.flatMap((one) => scopes.map((scope) => treeOf(one, scope)));
  const pages = asOne(
    pagesIn(data.menu).map((page) => `${page.page_id} ${page.page_title} ${page.s_number}`),
  );
  if (!trees.some((tree) => asOne(tree.pages) === pages)) return `${who}: pages ${pages}`;
  const cats = asOne(data.menu.catalogs.map(({ cat_id, cat_name }) => `${cat_id} ${cat_name}`));
  return trees.some((tree) => asOne(tree.cats) === cats) ? undefined : `${who}: catalogs ${cats}`;
}
