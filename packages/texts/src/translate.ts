import type { en } from './en.ts';

/** Every language has the sections and keys of English; a missing key is a type error. */
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

type Slots<T> = T extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never;

type SlotName<Slot> = Slot extends `${infer Name}|${string}` ? Name : Slot;

/** Names of the slots that select a plural form, such as `count` in `{count|# page|# pages}`. */
export type CountNames<K extends TextKey> =
  Slots<English<K>> extends infer Slot
    ? Slot extends `${infer Name}|${string}`
      ? Name
      : never
    : never;

export type SlotNames<K extends TextKey> = SlotName<Slots<English<K>>>;

/** A text with `{slots}` requires their values; a text without slots takes no values. */
export type TextValues<K extends TextKey> =
  Slots<English<K>> extends never
    ? []
    : [
        values: {
          readonly [Name in SlotNames<K>]: Name extends CountNames<K> ? number : string | number;
        },
      ];

const SLOT = /\{(\w+)((?:\|[^|}]*)*)\}/;
/** English has two plural forms, Chinese has one, so the English rules are sufficient. */
const pluralRules = new Intl.PluralRules('en');

type TextPart<Value> = string | { readonly name: string; readonly value: Value | undefined };

/** Splits a text at its slots; plural forms are selected by the value of their slot. */
export function splitText<Value>(
  sentence: string,
  values: Readonly<Record<string, Value>>,
): TextPart<Value>[] {
  return sentence.split(SLOT).flatMap((part, index, parts): TextPart<Value>[] => {
    if (index % 3 === 0) return [part];
    if (index % 3 === 2) return [];
    const value = values[part];
    const forms = parts[index + 1]?.split('|').slice(1) ?? [];
    if (forms.length === 0) return [{ name: part, value }];
    const count = Number(value);
    const form = pluralRules.select(count) === 'one' ? forms[0] : forms.at(-1);
    // Number formats take long to load in a browser, and only larger numbers need one.
    return [form?.replace('#', count < 1000 ? `${count}` : count.toLocaleString('en')) ?? ''];
  });
}

export function fillText(
  sentence: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return splitText(sentence, values)
    .map((part) => (typeof part === 'string' ? part : String(part.value ?? `{${part.name}}`)))
    .join('');
}

export function textOf(texts: Texts, key: TextKey): string {
  const [section, name] = key.split('.') as [keyof Texts, never];
  return texts[section][name];
}

export function translate<K extends TextKey>(
  texts: Texts,
  key: K,
  ...[values]: TextValues<K>
): string {
  const sentence = textOf(texts, key);
  return values ? fillText(sentence, values) : sentence;
}
