import { paths } from '@octavo/contract/paths';

const LONGEST = 100;
/** Characters that are unsafe in paths and headers or change the direction of the text. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** A single path segment that is never empty. A long name is shortened before its extension. */
export function displayName(given: string, fallback: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(UNFIT, '').trim().replace(/^\.+/, '');
  if (name === '') return fallback;
  const signs = Array.from(name);
  if (signs.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return signs.slice(0, LONGEST - ending.length).join('') + ending;
}

/** Encodes parentheses and quotes as well, so that the URL is valid inside a Markdown link. */
export function fileAddress(key: string, name: string): string {
  return paths.file
    .href({ key, name })
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The keys of all file URLs in a text, without duplicates. */
export function fileKeysIn(text: string): string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\/file\/([0-9a-f]{32})\//g), ([, key]) => key ?? '')),
  ];
}

/** RFC 6266 and 5987: an ASCII file name for old clients and the exact name in UTF-8 for all others. */
export function disposition(isShown: boolean, name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
