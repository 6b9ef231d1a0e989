import {
  splitText,
  textOf,
  type CountNames,
  type SlotNames,
  type TextKey,
  type Texts,
} from '@octavo/texts/translate';
import { Fragment, type ReactNode } from 'react';

export type RichValues<K extends TextKey> = {
  readonly [Name in SlotNames<K>]: Name extends CountNames<K> ? number : ReactNode;
};

/** Fills the slots of a text with React elements; each language defines the order of its slots. */
export function fillSlots<K extends TextKey>(
  texts: Texts,
  key: K,
  values: RichValues<K>,
): ReactNode {
  return splitText<ReactNode>(textOf(texts, key), values).map((part, index) => (
    // The order of the parts never changes, so the index is a stable key.
    <Fragment key={index}>{typeof part === 'string' ? part : part.value}</Fragment>
  ));
}
