import type { Language } from '@octavo/contract/entities';
import type { Texts } from '@octavo/texts/translate';
import { languageTags, type LoadedTexts } from '../../shared/i18n/language.ts';

/** The reader's parts speak of nothing else, so the other sections are never asked for. */
export function asLoaded(language: Language, texts: Partial<Texts>): LoadedTexts {
  return { language, texts: texts as Texts };
}

export async function loadReaderTexts(language: Language): Promise<LoadedTexts> {
  const { texts } = await (language === 'zh-cn' ? import('./zh-cn.ts') : import('./en.ts'));
  // Requests take the language of their answers from here, so the document is the one truth.
  document.documentElement.lang = languageTags[language];
  return asLoaded(language, texts);
}
