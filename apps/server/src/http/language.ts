import { languages } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';
import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../access/viewer.ts';

/** Language tags for `<html lang>` and Intl. */
export const languageTags = { en: 'en', 'zh-cn': 'zh-CN' } as const;

/** The first supported language of an Accept-Language header, else the fallback. */
export function preferredLanguage(header: string | undefined, fallback: Language): Language {
  const preferences = (header ?? '').slice(0, 256).toLowerCase().split(',');
  for (const preference of preferences) {
    const tag = preference.split(';')[0]?.trim() ?? '';
    const match = languages.find((language) => tag.slice(0, 2) === language.slice(0, 2));
    if (match) return match;
  }
  return fallback;
}

/** The language of the account, else of the cookie, else of Accept-Language, else the fallback. */
export function documentLanguage(
  request: FastifyRequest,
  viewer: Viewer,
  fallback: Language,
): Language {
  const accountLanguage = viewer.kind === 'user' ? viewer.language : null;
  const cookieLanguage = languages.find(
    (language) => language === request.cookies[LANGUAGE_COOKIE],
  );
  return (
    accountLanguage ??
    cookieLanguage ??
    preferredLanguage(request.headers['accept-language'], fallback)
  );
}
