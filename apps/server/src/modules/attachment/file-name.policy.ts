import { paths } from '@octavo/contract/paths';

const LONGEST = 100;
/** What turns a name into a path, a header or a riddle: folders, control signs, reversed text. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** The name to show: one part of a path, never empty, its ending kept when it is cut. */
export function displayName(given: string, fallback: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(UNFIT, '').trim().replace(/^\.+/, '');
  if (name === '') return fallback;
  const signs = Array.from(name);
  if (signs.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return signs.slice(0, LONGEST - ending.length).join('') + ending;
}

/** Brackets and quotes are encoded too, so that the address can stand in Markdown. */
export function fileAddress(key: string, name: string): string {
  return paths.file
    .href({ key, name })
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The keys of files whose addresses a text holds. */
export function fileKeysIn(text: string): string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\/file\/([0-9a-f]{32})\//g), ([, key]) => key ?? '')),
  ];
}

/** RFC 6266 and 5987: plain signs for old clients, the true name for all others. */
export function disposition(isShown: boolean, name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
