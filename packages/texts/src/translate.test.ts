import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { translate } from './translate.ts';
import type { Texts } from './translate.ts';
import { zhCn } from './zh-cn.ts';

const english: Texts = en;

/** The names of the slots, each once: a plural form may need its number twice. */
function slots(sentence: string): string[] {
  return [
    ...new Set([...sentence.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name ?? '')),
  ].toSorted();
}

const COUNTED =
  /\{\w+\} (?:\w+ )?(?:attachments|bytes|catalogs|cells|changes|characters|comments|conflicts|connections|days|devices|editors|entries|files|hours|items|levels|lines|matches|members|minutes|notices|pages|people|results|rows|seconds|teams|tries|users|versions|visits|words)\b/;

/** Always digits: `14:32` or milliseconds. */
const CLOCK_TIMES = new Set([
  'adminLogin.bound',
  'adminLogin.found',
  'adminLogin.reached',
  'adminLogin.valid',
  'adminLogin.fine',
  'adminOauth2.answered',
  'adminSetting.mailSent',
  'adminSetting.testFine',
  'editor.notSavedSince',
  'editor.savedAt',
]);

const RETIRED =
  /\b(?:somebody|nobody|anybody|everybody|whoever|at once|for good|base info|unbound|older product|member authority|ask to leave|the text of now|when the line is back|will stand here|seen by its content|on every process)\b/i;
const RETIRED_CHINESE = /消息|创建者|基础信息|旧版产品|编辑于/;

/** Numbers beside words that are the same for one and for many. */
const WITHOUT_PLURAL = new Set([
  'admin.sentAndRead',
  'adminSystem.askedMinutes',
  'adminSystem.askedSeconds',
  'adminSystem.dead',
  'adminUpdate.seconds',
  'attachment.shownMore',
  'audit.more',
  'diff.position',
  'drafts.logoutMore',
  'httpTest.answerHeaders',
  'httpTest.milliseconds',
  'itemGroup.chosen',
  'member.more',
  'notice.titleUnread',
  'notice.unreadCount',
  'reader.hitOf',
  'sheet.hitOf',
  'sheet.hits',
  'sorting.cancelled',
  'sorting.dropped',
  'sorting.lifted',
  'sorting.moved',
]);

const pairs = Object.entries(english).flatMap(([section, texts]) =>
  Object.entries(texts as Record<string, string>).map(([key, sentence]) => ({
    key: `${section}.${key}`,
    sentence,
    chinese: (zhCn[section as keyof Texts] as Record<string, string>)[key] ?? '',
  })),
);

describe('translate', () => {
  it('fills the slots of a text', () => {
    expect(translate(zhCn, 'errors.pageLocked', { name: '林美' })).toBe('林美 正在编辑这个页面');
  });

  it('chooses the plural form of a count', () => {
    const conflicts = (count: number) => translate(english, 'editor.conflictsLeft', { count });
    expect(conflicts(1)).toBe('1 conflict left to resolve');
    expect(conflicts(0)).toBe('0 conflicts left to resolve');
    expect(conflicts(1234)).toBe('1,234 conflicts left to resolve');
    expect(translate(english, 'importing.addedText', { pages: 1, catalogs: 2 })).toBe(
      '1 page in 2 new catalogs',
    );
    expect(translate(zhCn, 'editor.conflictsLeft', { count: 1 })).toBe('还有 1 处冲突待解决');
  });

  it('leaves a value that looks like a slot alone', () => {
    expect(translate(english, 'errors.pageLocked', { name: '{name}' })).toBe(
      '{name} is editing this page',
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

  it('have a singular form wherever English counts', () => {
    const plainCount = pairs.filter(
      ({ key, sentence }) => /\{count\}/.test(sentence) && !WITHOUT_PLURAL.has(key),
    );
    expect(plainCount).toEqual([]);
    // Slots of other names are counts where a noun in the plural follows.
    const plainPlural = pairs.filter(({ sentence }) => COUNTED.test(sentence));
    expect(plainPlural.map(({ key }) => key)).toEqual([]);
    const oneForm = pairs.filter(({ sentence }) => /\{\w+\|[^|}]*\}/.test(sentence));
    expect(oneForm).toEqual([]);
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

  it('use full-width punctuation after Chinese', () => {
    const faults = pairs.filter(({ chinese }) => /\p{Script=Han}[”）]?[,;:?!]/u.test(chinese));
    expect(faults).toEqual([]);
  });

  it('have no space between Chinese characters', () => {
    const faults = pairs.filter(({ chinese }) =>
      /[\p{Script=Han}，。；：？] +[\p{Script=Han}，。；：？]/u.test(chinese),
    );
    expect(faults).toEqual([]);
  });

  // A time is written in words or in digits, so a space beside it would be right for one of them only.
  it('set times off with punctuation in Chinese', () => {
    const faults = pairs.filter(
      ({ key, chinese }) =>
        !CLOCK_TIMES.has(key) && /\p{Script=Han} ?\{time\}|\{time\} ?\p{Script=Han}/u.test(chinese),
    );
    expect(faults).toEqual([]);
  });

  it('use the words of the product', () => {
    const faults = pairs.filter(
      ({ sentence, chinese }) => RETIRED.test(sentence) || RETIRED_CHINESE.test(chinese),
    );
    expect(faults).toEqual([]);
  });
});
