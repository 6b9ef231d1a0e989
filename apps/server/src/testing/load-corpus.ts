import type pg from 'pg';
import { foldText } from '../modules/page/fold-text.ts';
import { asTitle, gramsOf } from '../modules/page/grams.ts';
import { copyRows } from './copy-rows.ts';
import type { CopiedRow } from './copy-rows.ts';
import { between, createCorpus } from './search-corpus.ts';

interface CorpusItem {
  readonly uid: number;
  readonly pages: number;
}

const BATCH = 2000;
const DAY = 86_400_000;

/** Ngrams never span lines, so those of each line are computed once and cached. */
function lineGrams() {
  const known = new Map<string, readonly number[]>();
  return (line: string): readonly number[] => {
    const found = known.get(line) ?? gramsOf(foldText(line));
    if (known.size < 50_000) known.set(line, found);
    return found;
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
  const gramsOfLine = lineGrams();
  const firstItem = await reserve(client, 'item', 'item_id', items.length);
  const total = items.reduce((sum, item) => sum + item.pages, 0);
  let nextPage = await reserve(client, 'page', 'page_id', total);
  await copyRows(
    client,
    'item (item_id, item_name, item_type, uid, password_hash)',
    items.map(({ uid }, at) => [firstItem + at, `Item ${at}`, 1, uid, 'x']),
  );
  let pages: CopiedRow[] = [];
  let bodies: CopiedRow[] = [];
  let texts: CopiedRow[] = [];
  let loaded = 0;
  const flush = async () => {
    await copyRows(client, 'page (page_id, item_id, page_title, author_username, addtime)', pages);
    await copyRows(client, 'page_body (page_id, item_id, page_content)', bodies);
    await copyRows(
      client,
      `page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc, grams,
        grams_version)`,
      texts,
    );
    loaded += pages.length;
    onPages(loaded);
    [pages, bodies, texts] = [[], [], []];
  };
  for (const [at, item] of items.entries()) {
    const itemId = firstItem + at;
    for (let made = 0; made < item.pages; made += 1) {
      const pageId = nextPage;
      nextPage += 1;
      const { title, lines } = corpus.makePage(pageId);
      const content = lines.join('\n');
      const addtime = new Date(Date.now() - between(corpus.random, 0, 700 * DAY));
      const title_lc = foldText(title);
      const heads = foldText(lines.filter((line) => line.startsWith('#')).join('\n'));
      const grams = new Set(lines.flatMap((line) => gramsOfLine(line)));
      pages.push([pageId, itemId, title, 'somebody', addtime]);
      bodies.push([pageId, itemId, content]);
      texts.push([
        pageId,
        itemId,
        1,
        addtime,
        title_lc,
        heads.replaceAll('#', ''),
        foldText(content),
        [...asTitle(gramsOf(title_lc)), ...grams],
        1,
      ]);
      if (pages.length === BATCH) await flush();
    }
  }
  await flush();
  return items.map((_, at) => firstItem + at);
}
