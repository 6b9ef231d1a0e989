import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import type { Language } from '@octavo/contract/entities';
import type { Texts } from '@octavo/texts/translate';
import { recall, remember } from '../device/storage.ts';

/** The native name of each language, and its BCP 47 tag for `lang` and Intl. */
export const languageNames = { en: 'English', 'zh-cn': '中文' } as const satisfies Record<
  Language,
  string
>;
export const languageTags = { en: 'en', 'zh-cn': 'zh-CN' } as const satisfies Record<
  Language,
  string
>;

export interface LoadedTexts {
  readonly language: Language;
  readonly texts: Texts;
}

/** The initial language. The server sets it in the document; the development server does not. */
export function firstLanguage(): Language {
  const stated = document.documentElement.dataset['language'];
  if (stated === 'en' || stated === 'zh-cn') return stated;
  const saved = recall('language');
  if (saved === 'en' || saved === 'zh-cn') return saved;
  const wanted = navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
}

/** The cast is safe: components under a provider use only the sections that it has loaded. */
export function asLoaded(language: Language, texts: Partial<Texts>): LoadedTexts {
  return { language, texts: texts as Texts };
}

export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { workspace } = await (language === 'zh-cn'
    ? import('@octavo/texts/zh-cn/workspace')
    : import('@octavo/texts/en/workspace'));
  // Requests send this value as their accept-language.
  document.documentElement.lang = languageTags[language];
  return asLoaded(language, workspace);
}

/** Saves the language on this device, also as a cookie, because the server sets the language of documents. */
export function rememberLanguage(language: Language): void {
  remember('language', language);
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
}
