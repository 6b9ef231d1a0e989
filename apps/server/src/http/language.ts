import { languages } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';
import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../access/viewer.ts';

/** What `<html lang>` and Intl understand. */
export const languageTags = { en: 'en', 'zh-cn': 'zh-CN' } as const;

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

/** The account's language, else this browser's choice, else what it prefers, else the site's. */
export function documentLanguage(
  request: FastifyRequest,
  viewer: Viewer,
  fallback: Language,
): Language {
  const own = viewer.kind === 'user' ? viewer.language : null;
  const chosen = languages.find((language) => language === request.cookies[LANGUAGE_COOKIE]);
  return own ?? chosen ?? preferredLanguage(request.headers['accept-language'], fallback);
}
