import type { Language } from '@octavo/contract/entities';
import { en } from '@octavo/texts/en';
import { translate } from '@octavo/texts/translate';
import type { TextKey, Texts, TextValues } from '@octavo/texts/translate';
import { zhCn } from '@octavo/texts/zh-cn';

const textsByLanguage: Record<Language, Texts> = { en, 'zh-cn': zhCn };

export function translateTo<K extends TextKey>(
  language: Language,
  key: K,
  ...values: TextValues<K>
): string {
  return translate(textsByLanguage[language], key, ...values);
}
