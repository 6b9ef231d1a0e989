import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import type { Language } from '@octavo/contract/entities';
import type { Texts } from '@octavo/texts/translate';
import { recall, remember } from '../device/storage.ts';

/** Each language under its own name and with the tag that `lang` and Intl understand. */
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

/** The language to begin with: the server's documents say it, those of the development server do not. */
export function firstLanguage(): Language {
  const stated = document.documentElement.dataset['language'];
  if (stated === 'en' || stated === 'zh-cn') return stated;
  const saved = recall('language');
  if (saved === 'en' || saved === 'zh-cn') return saved;
  const wanted = navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith('zh') ? 'zh-cn' : 'en';
}

/** The parts under a provider speak of nothing else, so the other sections are never asked for. */
export function asLoaded(language: Language, texts: Partial<Texts>): LoadedTexts {
  return { language, texts: texts as Texts };
}

export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { workspace } = await (language === 'zh-cn'
    ? import('@octavo/texts/zh-cn/workspace')
    : import('@octavo/texts/en/workspace'));
  // Requests take the language of their answers from here, so the document is the one truth.
  document.documentElement.lang = languageTags[language];
  return asLoaded(language, workspace);
}

/** On this device; as a cookie too, because the server chooses the language of a document. */
export function rememberLanguage(language: Language): void {
  remember('language', language);
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
}
