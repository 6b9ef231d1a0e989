import type { Call } from '@octavo/contract/define-call';
import type { TestClient } from './client.ts';
import { makeLoggedInUser } from './factories.ts';
import { makeCatalog, makeItem, makePage } from './item-factories.ts';
import type { TestSite } from './site.ts';
import { multipart } from './multipart.ts';

/** The response of an upload call: the envelope and the additional top-level fields. */
export interface UploadResponse {
  readonly status: number;
  readonly error_code: number;
  readonly error_message: string;
  readonly data: { file_id: number; url: string; display_name: string; file_type: string };
  readonly success: number;
  readonly url: string;
  readonly message: string;
}

/** Sends a multipart form with a file, as a browser does. */
export async function uploadFile(
  client: TestClient,
  call: Call,
  fields: object,
  { name = 'notes.txt', bytes = Buffer.from('plain words') } = {},
): Promise<UploadResponse> {
  const body = multipart(fields as Record<string, unknown>, {
    field: call.file ?? '',
    name,
    bytes,
  });
  const answer = await client.request({ method: 'POST', url: call.path, ...body });
  return { ...answer.json<UploadResponse>(), status: answer.statusCode };
}

export const fetchFile = (client: TestClient, url: string, headers = {}) =>
  client.request({ method: 'GET', url, headers });

/** Creates a user and an item with a catalog and a page. */
export async function makeOwnedPage(site: TestSite, options: { password_hash?: string } = {}) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, ...options });
  const catalog = await makeCatalog(site, item_id);
  const page_id = await makePage(site, item_id, { catalog, author: owner });
  return { ...owner, item_id, catalog, page_id };
}
