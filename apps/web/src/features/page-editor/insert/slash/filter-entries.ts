import { insert as en } from '@octavo/texts/en/insert';
import { insert as zhCn } from '@octavo/texts/zh-cn/insert';
import { slashGroups, type SlashEntry } from './slash-entries.ts';

/** How well an entry matches, best first. */
const EXACT = 0;
const NAME_START = 1;
const WORD_START = 2;
const INSIDE = 3;
/** A shorter query would match parts of too many names. */
const INSIDE_LENGTH = 3;

/** Input methods separate syllables with apostrophes and spaces while a word is composed. */
const normalize = (text: string) => text.toLowerCase().replaceAll(/[\s'’]/g, '');

/** The names of an entry and its other words, without spaces. */
interface EntryWords {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

const wordsByEntry = new Map<SlashEntry, EntryWords>();

function wordsOf(entry: SlashEntry): EntryWords {
  const known = wordsByEntry.get(entry);
  if (known) return known;
  const syllables = entry.pinyin.split(' ');
  const initials = syllables.map((syllable) => syllable[0] ?? '').join('');
  const names = [en[entry.name], zhCn[entry.name], entry.pinyin, entry.mark ?? ''].map(normalize);
  const words = [...en[entry.name].split(' '), ...(entry.words?.split(' ') ?? [])].map(normalize);
  const found = { names: [...names, initials].filter((name) => name !== ''), words };
  wordsByEntry.set(entry, found);
  return found;
}

function rank(entry: SlashEntry, query: string): number | undefined {
  const { names, words } = wordsOf(entry);
  if (names.includes(query) || words.includes(query)) return EXACT;
  if (names.some((name) => name.startsWith(query))) return NAME_START;
  if (words.some((word) => word.startsWith(query))) return WORD_START;
  const isLong = query.length >= INSIDE_LENGTH || /\p{Script=Han}/u.test(query);
  return isLong && names.some((name) => name.includes(query)) ? INSIDE : undefined;
}

/** The entries that match by English or Chinese name, Pinyin, its initials or Markdown mark, best first. */
export function filterEntries(query: string, isInline: boolean): SlashEntry[] {
  const wanted = normalize(query);
  return slashGroups
    .flatMap(({ entries }) => entries)
    .filter((entry) => !isInline || entry.isInline)
    .map((entry) => ({ entry, rank: rank(entry, wanted) }))
    .filter((found): found is { entry: SlashEntry; rank: number } => found.rank !== undefined)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
