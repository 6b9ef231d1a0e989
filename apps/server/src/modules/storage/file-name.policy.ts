import { paths } from '@octavo/contract/paths';
import { MAX_FILE_NAME_LENGTH } from '@octavo/contract/limits';

/** Characters that are unsafe in paths and headers or change the direction of the text. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** A single path segment that is never empty. A long name is shortened before its extension. */
export function toDisplayName(fileName: string, fallback: string): string {
  const baseName = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = baseName.replaceAll(UNSAFE_CHARACTERS, '').trim().replace(/^\.+/, '');
  if (name === '') return fallback;
  const characters = Array.from(name);
  if (characters.length <= MAX_FILE_NAME_LENGTH) return name;
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_FILE_NAME_LENGTH - extension.length).join('') + extension;
}

/** Encodes parentheses and quotes as well, so that the URL is valid inside a Markdown link. */
export function fileUrl(key: string, name: string): string {
  return paths.file
    .href({ key, name })
    .replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}

/** The keys of all file URLs in a text, without duplicates. */
export function extractFileKeys(text: string): string[] {
  return [
    ...new Set(Array.from(text.matchAll(/\/file\/([0-9a-f]{32})\//g), ([, key]) => key ?? '')),
  ];
}

/** RFC 6266 and 5987: an ASCII file name for old clients and the exact name in UTF-8 for all others. */
export function contentDisposition(isInline: boolean, name: string): string {
  const asciiName = name.replaceAll(/[^\w.-]/g, '_');
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
