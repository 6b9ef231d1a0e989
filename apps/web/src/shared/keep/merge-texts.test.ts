import { describe, expect, it } from 'vitest';
import { mergedText, mergeTexts, type Decision } from './merge-texts.ts';

const BASE = 'one\ntwo\nthree\nfour\nfive';

function kinds(theirs: string, mine: string, base = BASE) {
  return mergeTexts(base, theirs, mine).map(({ kind }) => kind);
}

function merged(theirs: string, mine: string, decision?: Decision, base = BASE) {
  const sections = mergeTexts(base, theirs, mine);
  const conflicts = sections.flatMap(({ kind }, at) => (kind === 'conflict' ? [at] : []));
  const decisions = new Map(decision ? conflicts.map((at) => [at, decision] as const) : []);
  return mergedText(sections, decisions, (number) => `<${number}>`);
}

describe('merging three texts', () => {
  it('takes changes that do not touch from both', () => {
    expect(kinds('ONE\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour\nFIVE')).toEqual([
      'theirs',
      'same',
      'mine',
    ]);
    expect(merged('ONE\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour\nFIVE')).toBe(
      'ONE\ntwo\nthree\nfour\nFIVE',
    );
  });

  it('leaves what touches to a person, and gives each answer whole', () => {
    const theirs = 'one\ntwo\nTHEIRS\nfour\nfive';
    const mine = 'one\ntwo\nMINE\nfour\nfive';
    expect(kinds(theirs, mine)).toEqual(['same', 'conflict', 'same']);
    expect(merged(theirs, mine)).toBe('one\ntwo\n<1>\nfour\nfive');
    expect(merged(theirs, mine, 'theirs')).toBe(theirs);
    expect(merged(theirs, mine, 'mine')).toBe(mine);
    expect(merged(theirs, mine, 'both')).toBe('one\ntwo\nTHEIRS\nMINE\nfour\nfive');
  });

  it('sees the same change made twice as one', () => {
    const twice = 'one\ntwo\nSAME\nfour\nfive';
    expect(kinds(twice, twice)).toEqual(['same', 'both', 'same']);
    expect(merged(twice, twice)).toBe(twice);
  });

  it('asks when one side removed what the other rewrote', () => {
    const theirs = 'one\nfive';
    const mine = 'one\ntwo\nTHREE\nfour\nfive';
    expect(kinds(theirs, mine)).toEqual(['same', 'conflict', 'same']);
    expect(merged(theirs, mine, 'theirs')).toBe(theirs);
    expect(merged(theirs, mine, 'mine')).toBe(mine);
  });

  it('asks about two texts put into the same place', () => {
    expect(kinds(`${BASE}\ntheirs`, `${BASE}\nmine`)).toEqual(['same', 'conflict']);
    expect(merged(`${BASE}\ntheirs`, `${BASE}\nmine`, 'both')).toBe(`${BASE}\ntheirs\nmine`);
  });

  it('keeps either side of an empty beginning', () => {
    expect(merged('theirs', 'mine', 'theirs', '')).toBe('theirs');
    expect(merged('theirs', 'mine', 'both', '')).toBe('theirs\nmine');
  });

  it('gives back one side when the other has not changed, whatever the text', () => {
    const texts = [
      '',
      '\n',
      'a',
      '\u{1F600}\n\uD800 alone',
      'a\r\nb',
      `${'line\n'.repeat(500)}end`,
    ];
    for (const text of texts) {
      expect(merged(text, BASE)).toBe(text);
      expect(merged(BASE, text)).toBe(text);
    }
  });

  it('decides as a whole what has more lines than can be told apart', () => {
    const many = Array.from({ length: 70_000 }, (_, at) => `line ${at}`).join('\n');
    expect(merged(`${many}\ntheirs`, `${many}\nmine`, 'mine', many)).toBe(`${many}\nmine`);
  });
});
