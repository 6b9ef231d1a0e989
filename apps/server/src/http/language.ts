import { languages } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';

/** The first of a browser's languages that we speak, else the site's. */
export function preferredLanguage(header: string | undefined, fallback: Language): Language {
  const wishes = (header ?? '').slice(0, 256).toLowerCase().split(',');
  for (const wish of wishes) {
    const tag = wish.split(';')[0]?.trim() ?? '';
    const found = languages.find((language) => tag.slice(0, 2) === language.slice(0, 2));
    if (found) return found;
  }
  return fallback;
}
