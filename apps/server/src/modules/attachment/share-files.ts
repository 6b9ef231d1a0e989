import { z } from 'zod';
import type { Deps } from '../../deps.ts';

const HOUR = 3_600_000;
const ADDRESS = /((?:src|href)="\/file\/[0-9a-f]{32}\/[^"?#]*)"/g;
const COPIES = / srcset="([^"]*)"/g;
const COPY = /(\/file\/\S+?)(\?w=\d+)?(?= )/g;
const pass = z.object({ unique_key: z.string(), expires: z.number() });

/** The value of the query parameter `s` in file URLs of a shared page. */
export function sealShare(uniqueKey: string, { fileSealer, now }: Deps): string {
  const expires = now().getTime() + HOUR;
  return fileSealer.seal(JSON.stringify({ unique_key: uniqueKey, expires }));
}

/** Adds a token to the file URLs of a shared page. It is valid for an hour, while the page is shared. */
export function signFiles(html: string, uniqueKey: string, deps: Deps): string {
  if (!html.includes('"/file/')) return html;
  const sealed = sealShare(uniqueKey, deps);
  return html
    .replaceAll(ADDRESS, `$1?s=${sealed}"`)
    .replaceAll(COPIES, (attribute) =>
      attribute.replaceAll(COPY, (_, address: string, width?: string) =>
        width ? `${address}${width}&amp;s=${sealed}` : `${address}?s=${sealed}`,
      ),
    );
}

/** The shared page for which the token was created; undefined if the token is no longer valid. */
export async function sharedPageOf(
  sealed: string,
  { fileSealer, repos, now }: Deps,
): Promise<number | undefined> {
  const text = fileSealer.open(sealed.slice(0, 400));
  if (text === undefined) return undefined;
  const { unique_key, expires } = pass.parse(JSON.parse(text));
  if (expires < now().getTime()) return undefined;
  return (await repos.pages.findShared(unique_key))?.page_id;
}
