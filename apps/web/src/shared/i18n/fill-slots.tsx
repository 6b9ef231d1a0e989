import type { TextKey, Texts, TextValues } from '@octavo/texts/translate';
import { Fragment, type ReactNode } from 'react';

export type RichValues<K extends TextKey> =
  TextValues<K> extends [infer Values] ? { readonly [Name in keyof Values]: ReactNode } : never;

/** The sentence with elements in its slots: the words keep their order in each language. */
export function fillSlots<K extends TextKey>(
  texts: Texts,
  key: K,
  values: RichValues<K>,
): ReactNode {
  const [section, name] = key.split('.') as [keyof Texts, never];
  const sentence: string = texts[section][name];
  const filled: Readonly<Record<string, ReactNode>> = values;
  return sentence.split(/\{(\w+)\}/).map((part, index) => (
    // Odd parts are slot names; the order of parts never changes, so the index is a true key.
    <Fragment key={index}>{index % 2 === 1 ? filled[part] : part}</Fragment>
  ));
}
