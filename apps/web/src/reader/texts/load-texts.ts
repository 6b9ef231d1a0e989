import type { Language } from '@octavo/contract/entities';
import { asLoaded, languageTags, type LoadedTexts } from '../../shared/i18n/language.ts';

export async function loadReaderTexts(language: Language): Promise<LoadedTexts> {
  const { texts } = await (language === 'zh-cn' ? import('./zh-cn.ts') : import('./en.ts'));
  // Requests take the language of their answers from here, so the document is the one truth.
  document.documentElement.lang = languageTags[language];
  return asLoaded(language, texts);
}
