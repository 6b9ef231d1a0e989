import type { Language } from '@octavo/contract/entities';
import { toLoadedTexts, languageTags, type LoadedTexts } from '../../shared/i18n/language.ts';

export async function loadReaderTexts(language: Language): Promise<LoadedTexts> {
  const { texts } = await (language === 'zh-cn' ? import('./zh-cn.ts') : import('./en.ts'));
  // Requests send this value as their accept-language.
  document.documentElement.lang = languageTags[language];
  return toLoadedTexts(language, texts);
}
