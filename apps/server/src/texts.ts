import type { Language } from '@octavo/contract/entities';
import type { AppError } from './app-error.ts';
import { en } from '@octavo/texts/en';
import { translate } from '@octavo/texts/translate';
import type { TextKey, Texts, TextValues } from '@octavo/texts/translate';
import { zhCn } from '@octavo/texts/zh-cn';

const textsByLanguage: Record<Language, Texts> = { en, 'zh-cn': zhCn };

/** The text of an error, with further values for its slots. */
export function translateError(
  language: Language,
  { errorName, values }: AppError,
  more: Readonly<Record<string, string>> = {},
): string {
  // The constructor of `AppError` checks at compile time that the values match the text.
  const key = `errors.${errorName}` as 'errors.general';
  return translateTo(language, key, { request_id: '', ...values, ...more });
}

export function translateTo<K extends TextKey>(
  language: Language,
  key: K,
  ...values: TextValues<K>
): string {
  return translate(textsByLanguage[language], key, ...values);
}
