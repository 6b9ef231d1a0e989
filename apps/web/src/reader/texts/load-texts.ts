import type { Language } from '@octavo/contract/entities';
import {
  setDocumentLanguage,
  toLoadedTexts,
  type LoadedTexts,
} from '../../shared/i18n/language.ts';

export async function loadReaderTexts(language: Language): Promise<LoadedTexts> {
  const { texts } = await (language === 'zh-cn' ? import('./zh-cn.ts') : import('./en.ts'));
  setDocumentLanguage(language);
  return toLoadedTexts(language, texts);
}
