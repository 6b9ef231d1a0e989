import { MEGABYTE } from '@octavo/contract/file-size';
import type { BenchEnvironment } from './environment.ts';
import type { FilledItem } from './fill-items.ts';

/** Uploads a file of 1 MB to the first page of an item and returns its URL. */
export async function uploadFile(
  { stack, headers }: Pick<BenchEnvironment, 'stack' | 'headers'>,
  { item_id, first }: FilledItem,
): Promise<string> {
  const form = new FormData();
  form.set('item_id', String(item_id));
  form.set('page_id', String(first));
  form.set('file', new Blob([Buffer.alloc(MEGABYTE, 'octavo ')]), 'large.bin');
  const { 'content-type': _json, ...formHeaders } = headers;
  const answer = await fetch(`${stack.url}/api/page/upload`, {
    method: 'POST',
    headers: formHeaders,
    body: form,
  });
  const { data } = (await answer.json()) as { data: { url: string } };
  return data.url;
}
