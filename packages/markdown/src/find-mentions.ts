import { withoutCode } from './without-code.ts';

/** Links, bare URLs and HTML tags, in which `@` does not mention anyone. */
const NOT_TEXT =
  /\[[^[\]\n]*\]\([^()\n]*\)|(?:https?:\/\/|www\.)[^\s<>"`\p{Script=Han}\u3000-\u303f\uff00-\uffef]+|<[^<>\n]*>/giu;

/**
 * `@username` at the start, after a space or after punctuation. Chinese and Japanese are written without spaces, so it
 * may also follow their characters. A letter or a dot before `@` belongs to an email address.
 */
const MENTION =
  /(?<=^|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}_.\-@+\\])@([\p{L}\p{N}_.\-@]{2,64})/gmu;

const MAX_MENTIONS = 200;

/** The usernames that a text mentions, as written, without duplicates. */
export function findMentions(markdown: string): readonly string[] {
  if (!markdown.includes('@')) return [];
  const text = withoutCode(markdown).replace(NOT_TEXT, ' ');
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(MENTION)) {
    // A username may end with a dot, and so may the sentence.
    const trimmed = name.replace(/[.\-@]+$/, '');
    for (const candidate of [name, trimmed]) if (candidate.length > 1) names.add(candidate);
    if (names.size >= MAX_MENTIONS) break;
  }
  return [...names];
}
