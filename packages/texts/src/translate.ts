import type { en } from './en.ts';

/** Every language has the sections and keys of English; a missing one does not compile. */
export type Texts = {
  readonly [Section in keyof typeof en]: {
    readonly [Key in keyof (typeof en)[Section]]: string;
  };
};

export type TextKey = {
  [Section in keyof typeof en]: `${Section}.${Extract<keyof (typeof en)[Section], string>}`;
}[keyof typeof en];

type English<K extends TextKey> = K extends `${infer Section}.${infer Key}`
  ? Section extends keyof typeof en
    ? Key extends keyof (typeof en)[Section]
      ? (typeof en)[Section][Key]
      : never
    : never
  : never;

type Slots<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/** A text with `{slots}` must be given their values, one without takes none. */
export type TextValues<K extends TextKey> =
  Slots<English<K>> extends never
    ? []
    : [values: { readonly [Name in Slots<English<K>>]: string | number }];

export function translate<K extends TextKey>(
  texts: Texts,
  key: K,
  ...[values]: TextValues<K>
): string {
  const [section, name] = key.split('.') as [keyof Texts, never];
  const sentence: string = texts[section][name];
  if (!values) return sentence;
  const filled: Readonly<Record<string, string | number>> = values;
  return sentence.replaceAll(/\{(\w+)\}/g, (slot, word: string) => String(filled[word] ?? slot));
}
