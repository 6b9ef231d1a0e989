import { describe, expect, it } from 'vitest';
import { mergedText, mergeTexts, type ConflictResolution } from './merge-texts.ts';

const BASE = 'one\ntwo\nthree\nfour\nfive';

function kinds(theirs: string, mine: string, base = BASE) {
  return mergeTexts(base, theirs, mine).map(({ kind }) => kind);
}

function merged(theirs: string, mine: string, decision?: ConflictResolution, base = BASE) {
  const sections = mergeTexts(base, theirs, mine);
  const conflicts = sections.flatMap(({ kind }, at) => (kind === 'conflict' ? [at] : []));
  const decisions = new Map(decision ? conflicts.map((at) => [at, decision] as const) : []);
  return mergedText(sections, decisions, (number) => `<${number}>`);
}

describe('three-way merge', () => {
  it('takes the changes of both sides if they do not touch', () => {
    expect(kinds('ONE\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour\nFIVE')).toEqual([
      'theirs',
      'same',
      'mine',
    ]);
    expect(merged('ONE\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour\nFIVE')).toBe(
      'ONE\ntwo\nthree\nfour\nFIVE',
    );
  });

  it('reports touching changes as a conflict and applies each resolution', () => {
    const theirs = 'one\ntwo\nTHEIRS\nfour\nfive';
    const mine = 'one\ntwo\nMINE\nfour\nfive';
    expect(kinds(theirs, mine)).toEqual(['same', 'conflict', 'same']);
    expect(merged(theirs, mine)).toBe('one\ntwo\n<1>\nfour\nfive');
    expect(merged(theirs, mine, 'theirs')).toBe(theirs);
    expect(merged(theirs, mine, 'mine')).toBe(mine);
    expect(merged(theirs, mine, 'both')).toBe('one\ntwo\nTHEIRS\nMINE\nfour\nfive');
  });

  it('treats the same change on both sides as one', () => {
    const twice = 'one\ntwo\nSAME\nfour\nfive';
    expect(kinds(twice, twice)).toEqual(['same', 'both', 'same']);
    expect(merged(twice, twice)).toBe(twice);
  });

  it('reports a conflict when one side removed lines that the other changed', () => {
    const theirs = 'one\nfive';
    const mine = 'one\ntwo\nTHREE\nfour\nfive';
    expect(kinds(theirs, mine)).toEqual(['same', 'conflict', 'same']);
    expect(merged(theirs, mine, 'theirs')).toBe(theirs);
    expect(merged(theirs, mine, 'mine')).toBe(mine);
  });

  it('reports a conflict for two insertions at the same position', () => {
    expect(kinds(`${BASE}\ntheirs`, `${BASE}\nmine`)).toEqual(['same', 'conflict']);
    expect(merged(`${BASE}\ntheirs`, `${BASE}\nmine`, 'both')).toBe(`${BASE}\ntheirs\nmine`);
  });

  it('takes equal lines at both ends of a conflict once', () => {
    const theirs = `${BASE}\ndraft\nshared\ntheirs\nend`;
    const mine = `${BASE}\ndraft\nshared\nmine\nend`;
    expect(kinds(theirs, mine)).toEqual(['same', 'both', 'conflict', 'both']);
    expect(merged(theirs, mine, 'both')).toBe(`${BASE}\ndraft\nshared\ntheirs\nmine\nend`);
    expect(merged(theirs, mine, 'theirs')).toBe(theirs);
    expect(merged(theirs, mine, 'mine')).toBe(mine);
    expect(merged(`${BASE}\na\na`, `${BASE}\na`, 'theirs')).toBe(`${BASE}\na\na`);
    expect(merged(`${BASE}\na\na`, `${BASE}\na`, 'mine')).toBe(`${BASE}\na`);
  });

  it('resolves a conflict on an empty base to either side', () => {
    expect(merged('theirs', 'mine', 'theirs', '')).toBe('theirs');
    expect(merged('theirs', 'mine', 'both', '')).toBe('theirs\nmine');
  });

  it('returns one side unchanged when the other has no changes', () => {
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

  it('treats texts with too many distinct lines as one change', () => {
    const many = Array.from({ length: 70_000 }, (_, at) => `line ${at}`).join('\n');
    expect(merged(`${many}\ntheirs`, `${many}\nmine`, 'mine', many)).toBe(`${many}\nmine`);
  });
});
