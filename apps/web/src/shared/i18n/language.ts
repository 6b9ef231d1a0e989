import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import type { Language } from '@octavo/contract/entities';
import type { Texts } from '@octavo/texts/translate';
import { readSetting, writeSetting } from '../device/storage.ts';

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
export function initialLanguage(): Language {
  const serverLanguage = document.documentElement.dataset['language'];
  if (serverLanguage === 'en' || serverLanguage === 'zh-cn') return serverLanguage;
  const saved = readSetting('language');
  if (saved === 'en' || saved === 'zh-cn') return saved;
  const preferred = navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag));
  return preferred?.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
}

/** The cast is safe: components under a provider use only the sections that it has loaded. */
export function toLoadedTexts(language: Language, texts: Partial<Texts>): LoadedTexts {
  return { language, texts: texts as Texts };
}

export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { workspace } = await (language === 'zh-cn'
    ? import('@octavo/texts/zh-cn/workspace')
    : import('@octavo/texts/en/workspace'));
  setDocumentLanguage(language);
  return toLoadedTexts(language, workspace);
}

/** Requests send this value as their accept-language. Setting it again would recalculate the styles of all elements. */
export function setDocumentLanguage(language: Language): void {
  const root = document.documentElement;
  if (root.lang !== languageTags[language]) root.lang = languageTags[language];
}

/** Saves the language on this device, also as a cookie, because the server sets the language of documents. */
export function saveLanguage(language: Language): void {
  writeSetting('language', language);
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
}
