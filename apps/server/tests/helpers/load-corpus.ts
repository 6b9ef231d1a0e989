import type pg from 'pg';
import { normalizeForSearch } from '../../src/modules/search-index/search-text.ts';
import { titleNgrams, ngramsOf } from '../../src/modules/search-index/ngrams.ts';
import { copyRows } from './copy-rows.ts';
import type { CopyRow } from './copy-rows.ts';
import { randomBetween, createCorpus } from './search-corpus.ts';

interface CorpusItem {
  readonly uid: number;
  readonly pages: number;
}

const BATCH_SIZE = 2000;
const DAY = 86_400_000;

/** Ngrams never span lines, so those of each line are computed once and cached. */
function cachedLineNgrams() {
  const cache = new Map<string, readonly number[]>();
  return (line: string): readonly number[] => {
    const ngrams = cache.get(line) ?? ngramsOf(normalizeForSearch(line));
    if (cache.size < 50_000) cache.set(line, ngrams);
    return ngrams;
  };
}

async function reserve(client: pg.ClientBase, table: string, column: string, count: number) {
  const { rows } = await client.query<{ first: string }>(
    `select setval(seq, nextval(seq) + $1 - 1) - $1 + 1 as first
     from (select pg_get_serial_sequence('${table}', '${column}')::regclass as seq) s`,
    [count],
  );
  return Number(rows[0]?.first);
}

/** Loads items with generated pages, as saves would store them; returns the ids of the items. */
export async function loadCorpus(
  client: pg.ClientBase,
  items: readonly CorpusItem[],
  seed: number,
  onPages: (loaded: number) => void = () => {},
): Promise<number[]> {
  const corpus = createCorpus(seed);
  const lineNgrams = cachedLineNgrams();
  const firstItem = await reserve(client, 'item', 'item_id', items.length);
  const total = items.reduce((sum, item) => sum + item.pages, 0);
  let nextPage = await reserve(client, 'page', 'page_id', total);
  await copyRows(
    client,
    'item (item_id, item_name, item_type, uid, password_hash)',
    items.map(({ uid }, at) => [firstItem + at, `Item ${at}`, 1, uid, 'x']),
  );
  let pages: CopyRow[] = [];
  let bodies: CopyRow[] = [];
  let searchRows: CopyRow[] = [];
  let loaded = 0;
  const flush = async () => {
    await copyRows(client, 'page (page_id, item_id, page_title, author_username, addtime)', pages);
    await copyRows(client, 'page_body (page_id, item_id, page_content)', bodies);
    await copyRows(
      client,
      `page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc, grams,
        grams_version)`,
      searchRows,
    );
    loaded += pages.length;
    onPages(loaded);
    [pages, bodies, searchRows] = [[], [], []];
  };
  for (const [at, item] of items.entries()) {
    const itemId = firstItem + at;
    for (let made = 0; made < item.pages; made += 1) {
      const pageId = nextPage;
      nextPage += 1;
      const { title, lines } = corpus.makePage(pageId);
      const content = lines.join('\n');
      const addtime = new Date(Date.now() - randomBetween(corpus.random, 0, 700 * DAY));
      const title_lc = normalizeForSearch(title);
      const headings = normalizeForSearch(lines.filter((line) => line.startsWith('#')).join('\n'));
      const pageNgrams = new Set(lines.flatMap((line) => lineNgrams(line)));
      pages.push([pageId, itemId, title, 'author', addtime]);
      bodies.push([pageId, itemId, content]);
      searchRows.push([
        pageId,
        itemId,
        1,
        addtime,
        title_lc,
        headings.replaceAll('#', ''),
        normalizeForSearch(content),
        [...titleNgrams(ngramsOf(title_lc)), ...pageNgrams],
        1,
      ]);
      if (pages.length === BATCH_SIZE) await flush();
    }
  }
  await flush();
  return items.map((_, at) => firstItem + at);
}
