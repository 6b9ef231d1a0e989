import type { Shot } from './contest.ts';
import type { ServerProcess } from './process.ts';

const PAGES = 1000;

/** About 3 KB of an API document; every tenth page knows the word that is searched for. */
function content(number: number): string {
  const rows = Array.from(
    { length: 30 },
    (_, row) =>
      `|field_${row}|string|Required|What the field number ${row} of call ${number} holds|`,
  );
  const sentence = number % 10 === 0 ? '用户下单后锁定库存三十分钟。' : '用户可以随时取消。';
  return `## Call ${number}\n\n${sentence}\n\n|Name|Type|Required|Remark|\n|-|-|-|-|\n${rows.join('\n')}\n`;
}

/** An open item of 1,000 pages, written through the calls by the given login. */
export async function makeReadingItem(
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
) {
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { error_code, error_message, data } = (await answer.json()) as {
      error_code: number;
      error_message: string;
      data: T;
    };
    if (error_code !== 0) throw new Error(`${path}: ${error_message}`);
    return data;
  };
  const { item_id } = await ask<{ item_id: number }>('/api/item/add', { item_name: 'Harbor' });
  let next = 0;
  let page_id = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let number = next++; number < PAGES; number = next++) {
        const page = { item_id, page_title: `Call ${number}`, page_content: content(number) };
        ({ page_id } = await ask<{ page_id: number }>('/api/page/save', page));
      }
    }),
  );
  const visitor = { 'content-type': 'application/json' };
  const shot = (path: string, body: object): Shot => ({ path, headers: visitor, body });
  return {
    item_id,
    page_id,
    pageInfo: shot('/api/page/info', { page_id }),
    itemInfo: shot('/api/item/info', { item_id }),
    itemSearch: shot('/api/item/search', { item_id, keyword: '锁定库存' }),
  };
}
