import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { pageRepository } from './page.repository.ts';

const TOKEN_TTL_MS = 3_600_000;
const FILE_ATTRIBUTE = /((?:src|href)="\/file\/[0-9a-f]{32}\/[^"?#]*)"/g;
const SRCSET_ATTRIBUTE = / srcset="([^"]*)"/g;
const SRCSET_URL = /(\/file\/\S+?)(\?w=\d+)?(?= )/g;
const tokenPayload = z.object({ unique_key: z.string(), expires: z.number() });

/** The value of the query parameter `s` in file URLs of a shared page. */
export function createShareToken(uniqueKey: string, { fileCipher, now }: Deps): string {
  const expires = now().getTime() + TOKEN_TTL_MS;
  return fileCipher.encrypt(JSON.stringify({ unique_key: uniqueKey, expires }));
}

/** Adds a token to the file URLs of a shared page. It is valid for an hour, while the page is shared. */
export function signFileUrls(html: string, uniqueKey: string, deps: Deps): string {
  if (!html.includes('"/file/')) return html;
  const token = createShareToken(uniqueKey, deps);
  return html
    .replaceAll(FILE_ATTRIBUTE, `$1?s=${token}"`)
    .replaceAll(SRCSET_ATTRIBUTE, (attribute) =>
      attribute.replaceAll(SRCSET_URL, (_, url: string, width?: string) =>
        width ? `${url}${width}&amp;s=${token}` : `${url}?s=${token}`,
      ),
    );
}

/** The shared page for which the token was created; undefined if the token is no longer valid. */
export async function findSharedPage(
  token: string,
  { fileCipher, db, now }: Deps,
): Promise<number | undefined> {
  const text = fileCipher.decrypt(token.slice(0, 400));
  if (text === undefined) return undefined;
  const { unique_key, expires } = tokenPayload.parse(JSON.parse(text));
  if (expires < now().getTime()) return undefined;
  return (await pageRepository(db).findByShareKey(unique_key))?.page_id;
}
