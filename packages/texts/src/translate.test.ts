import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { translate } from './translate.ts';
import type { Texts } from './translate.ts';
import { zhCn } from './zh-cn.ts';

const english: Texts = en;

function slots(sentence: string): string[] {
  return [...sentence.matchAll(/\{\w+\}/g)].map(([slot]) => slot).toSorted();
}

const pairs = Object.entries(english).flatMap(([section, texts]) =>
  Object.entries(texts as Record<string, string>).map(([key, sentence]) => ({
    key: `${section}.${key}`,
    sentence,
    chinese: (zhCn[section as keyof Texts] as Record<string, string>)[key] ?? '',
  })),
);

describe('translate', () => {
  it('fills the slots of a text', () => {
    expect(translate(zhCn, 'errors.pageLocked', { username: '林美' })).toBe(
      '林美 正在编辑这个页面',
    );
  });

  it('leaves a value that looks like a slot alone', () => {
    expect(translate(english, 'errors.pageLocked', { username: '{username}' })).toBe(
      '{username} is editing this page',
    );
  });
});

describe('the texts', () => {
  it('have the same slots in both languages', () => {
    const differing = pairs.filter(
      ({ sentence, chinese }) => slots(sentence).join() !== slots(chinese).join(),
    );
    expect(differing).toEqual([]);
  });

  it('are never empty, shout never and beg never', () => {
    const faults = pairs.filter(
      ({ sentence, chinese }) =>
        sentence.trim() === '' ||
        chinese.trim() === '' ||
        /!|\bplease\b/i.test(sentence) ||
        /！/.test(chinese),
    );
    expect(faults).toEqual([]);
  });

  it('put a space between Chinese and Latin words or digits', () => {
    const faults = pairs.filter(({ chinese }) =>
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(chinese),
    );
    expect(faults).toEqual([]);
  });
});
