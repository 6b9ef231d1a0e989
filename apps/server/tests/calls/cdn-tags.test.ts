import { READER_DATA_ID } from '@octavo/contract/reader';
import type { ReaderDocument } from '@octavo/contract/reader';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryBus } from '../../src/realtime/bus.ts';
import { itemTag, pageTag, SITE_TAG, withCdnPurge } from '../../src/realtime/cdn-purge.ts';
import type { TestClient } from '../helpers/client.ts';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { allCommands } from '../helpers/valid-requests.ts';

let site: TestSite;
/** Sees the same as a visitor, in documents that are never cached. */
let reader: TestClient;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  reader = (await makeLoggedInUser(site)).client;
});
afterAll(() => site.close());

interface OpenedDocument {
  readonly url: string;
  readonly html: string;
  readonly tags: readonly string[];
}

async function openDocument(url: string, itemId: number): Promise<OpenedDocument | undefined> {
  const { statusCode, headers, body } = await reader.request({ method: 'GET', url });
  if (statusCode !== 200 || headers['cache-control'] !== 'private, no-cache') return undefined;
  const data = new RegExp(`id="${READER_DATA_ID}">(.*?)</script>`, 's').exec(body)?.[1] ?? 'null';
  const { view } = JSON.parse(data) as ReaderDocument;
  const pageId = view.kind === 'item' ? view.page?.page_id : undefined;
  const pageTags = pageId === undefined ? [] : [pageTag(pageId)];
  return { url, html: body, tags: [SITE_TAG, itemTag(itemId), ...pageTags] };
}

async function openDocuments(firstItemId: number): Promise<OpenedDocument[]> {
  const rows = await site.database.query<{ item_id: string; page_id: string | null }>(
    `select item_id, page_id from item left join page using (item_id) where item_id >= $1`,
    [firstItemId],
  );
  // The documents show the rows and not cached ones, as they would after a second.
  site.deps.bus.publish('setting', '0');
  for (const { item_id, page_id } of rows) {
    site.deps.bus.publish('item', item_id);
    if (page_id !== null) site.deps.bus.publish('page', page_id);
  }
  const opened = rows.map(({ item_id, page_id }) =>
    openDocument(`/${item_id}${page_id === null ? '' : `/${page_id}`}`, Number(item_id)),
  );
  const homes = [...new Set(rows.map((row) => row.item_id))].map((item_id) =>
    openDocument(`/${item_id}`, Number(item_id)),
  );
  return (await Promise.all([...opened, ...homes])).filter((shown) => shown !== undefined);
}

async function nextItemId(): Promise<number> {
  const [row] = await site.database.query<{ next: string }>(
    'select coalesce(max(item_id), 0) + 1 as next from item',
  );
  return Number(row?.next);
}

/** The tags that the CDN gets while `act` runs. */
async function collectTags(act: () => Promise<unknown>): Promise<Set<string>> {
  const tags = new Set<string>();
  const purging = withCdnPurge(memoryBus(), { add: (tag) => void tags.add(tag) });
  const publish = vi.spyOn(site.deps.bus, 'publish');
  await act();
  for (const [topic, key] of publish.mock.calls) purging.publish(topic, key);
  publish.mockRestore();
  return tags;
}

const changingCalls: string[] = [];

describe('a command that changes what visitors see', () => {
  it.each(allCommands)('purges these documents: $name', async ({ name, call, prepare }) => {
    const firstItemId = await nextItemId();
    const { client, input } = await prepare(site);
    const before = await openDocuments(firstItemId);
    const tags = await collectTags(() => client.call(call, input));
    const after = new Map((await openDocuments(firstItemId)).map(({ url, html }) => [url, html]));
    const changed = before.filter(({ url, html }) => after.get(url) !== html);
    if (changed.length > 0) changingCalls.push(name);
    const unpurged = changed.filter((shown) => !shown.tags.some((tag) => tags.has(tag)));
    expect(unpurged.map(({ url }) => url)).toEqual([]);
  });

  it('is one of many', () => {
    expect(changingCalls).toEqual(
      expect.arrayContaining([
        'page.save',
        'page.delete',
        'page.upload',
        'recycle.recover',
        'catalog.save',
        'item.update',
        'item.delete',
        'adminItem.deleteItem',
        'open.updateItem',
      ]),
    );
  });
});
