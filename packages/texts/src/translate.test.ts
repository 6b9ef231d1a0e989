import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { translate } from './translate.ts';
import type { Texts } from './translate.ts';
import { zhCn } from './zh-cn.ts';

const english: Texts = en;

/** The unique names of the slots; a text may use the same number twice. */
function slots(sentence: string): string[] {
  return [
    ...new Set([...sentence.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name ?? '')),
  ].toSorted();
}

/** The numbers of plural forms of all slots that have them. */
const formCounts = (sentence: string) =>
  [...sentence.matchAll(/\{\w+((?:\|[^|}]*)+)\}/g)].map(
    ([, forms = '']) => forms.split('|').length - 1,
  );

const pluralCategories = (language: string) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.length;

/** The names of slots without plural forms. Abbreviated units have none. */
const plainSlots = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}(?! (?:s|ms|min)\b)/g)].map(([, name = '']) => name);

/** A slot without plural forms before a plural noun. The listed words are verbs and pronouns. */
const BEFORE_PLURAL =
  /\{\w+\} (?:\w+ )?(?!(?:exists|has|is|moves|owns|stays|this|was)\b)(?:people|[a-z]{2,}s)\b/;

/** Texts whose `{time}` is always in digits: `14:32`, a date or milliseconds. */
const CLOCK_TIMES = new Set([
  'adminLogin.bound',
  'adminLogin.found',
  'adminLogin.reached',
  'adminLogin.valid',
  'adminLogin.fine',
  'adminDirectory.answered',
  'adminOauth2.answered',
  'adminSetting.mailSent',
  'adminSetting.testFine',
  'editor.draftOnServerAt',
  'editor.lastSaved',
  'editor.linesSince',
  'editor.notSavedSince',
  'editor.savedAt',
]);

const RETIRED =
  /\b(?:somebody|nobody|anybody|everybody|whoever|at once|for good|base info|unbound|older product|member authority|ask to leave|the text of now|when the line is back|will stand here|seen by its content|on every process)\b/i;
const RETIRED_CHINESE = /消息|创建者|基础信息|旧版产品|编辑于/;

/** Texts with a number whose words are the same in singular and plural. */
const WITHOUT_PLURAL = new Set([
  'admin.sentAndRead',
  'adminDirectory.and',
  'adminDirectory.match',
  'adminDirectory.matchMany',
  'adminDirectory.numberWrong',
  'adminInvite.linkUses',
  'adminInvite.open',
  'adminInvite.usesInvalid',
  'adminSecurity.daysWrong',
  'adminSecurity.loginWaitHelp',
  'adminSecurity.without',
  'userSetting.recoveryLeft',
  'adminSetting.numberWrong',
  'adminSystem.dead',
  'adminSystem.errorsMost',
  'adminSystem.hourRange',
  'adminSystem.storageDisk',
  'adminUserImport.all',
  'adminUserImport.new',
  'adminUserImport.out',
  'adminUserImport.partly',
  'adminUserImport.progress',
  'adminUserImport.same',
  'adminUserImport.update',
  'adminUserList.addToTeamApplies',
  'adminUserList.disableApplies',
  'adminUserList.enableApplies',
  'adminUserList.endSessionsApplies',
  'adminUserList.makeAdministratorApplies',
  'adminUserList.makeAuditorApplies',
  'adminUserList.makeUserApplies',
  'adminUserList.selectMatching',
  'adminUserList.selectNewest',
  'adminUserList.selected',
  'adminUserList.shown',
  'adminUserList.skippedMore',
  'attachment.shownMore',
  'audit.more',
  'diff.position',
  'drafts.logoutMore',
  'editor.noteLength',
  'home.inItem',
  'home.inItemMore',
  'httpTest.answerHeaders',
  'importing.progress',
  'itemGroup.chosen',
  'member.more',
  'myItems.changed',
  'notice.titleUnread',
  'notice.unreadCount',
  'reader.filePosition',
  'reader.hitOf',
  'sheet.hitOf',
  'sheet.hits',
  'shell.range',
  'sorting.cancelled',
  'sorting.dropped',
  'sorting.lifted',
  'sorting.moved',
  'tree.moveTooMany',
  'tree.selected',
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

  it('selects the plural form of a count', () => {
    const conflicts = (count: number) => translate(english, 'editor.conflictsLeft', { count });
    expect(conflicts(1)).toBe('1 conflict left to resolve');
    expect(conflicts(0)).toBe('0 conflicts left to resolve');
    expect(conflicts(1234)).toBe('1,234 conflicts left to resolve');
    expect(translate(english, 'importing.addedText', { pages: 1, catalogs: 2 })).toBe(
      '1 page in 2 new catalogs',
    );
    expect(translate(zhCn, 'editor.conflictsLeft', { count: 1 })).toBe('还有 1 处冲突待解决');
  });

  it('does not fill slots in values', () => {
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

  it('have plural forms for every count in English', () => {
    // A name that has forms in one text is the name of a count in all texts.
    const countNames = new Set(
      pairs.flatMap(({ sentence }) =>
        [...sentence.matchAll(/\{(\w+)\|/g)].map(([, name = '']) => name),
      ),
    );
    const plainCounts = pairs
      .filter(({ sentence }) => plainSlots(sentence).some((name) => countNames.has(name)))
      .map(({ key }) => key);
    expect(plainCounts.toSorted()).toEqual([...WITHOUT_PLURAL].toSorted());
    expect(pairs.filter(({ sentence }) => BEFORE_PLURAL.test(sentence))).toEqual([]);
  });

  it('have as many forms of a count as the language has plural categories', () => {
    const expected = { english: pluralCategories('en'), chinese: pluralCategories('zh-CN') };
    const violations = pairs.filter(
      (pair) =>
        formCounts(pair.sentence).some((count) => count !== expected.english) ||
        formCounts(pair.chinese).some((count) => count !== expected.chinese),
    );
    expect(violations).toEqual([]);
  });

  it('are not empty and contain no exclamation marks and no "please"', () => {
    const violations = pairs.filter(
      ({ sentence, chinese }) =>
        sentence.trim() === '' ||
        chinese.trim() === '' ||
        /!|\bplease\b/i.test(sentence) ||
        /！/.test(chinese),
    );
    expect(violations).toEqual([]);
  });

  it('put a space between Chinese and Latin words or digits', () => {
    const violations = pairs.filter(({ chinese }) =>
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(chinese),
    );
    expect(violations).toEqual([]);
  });

  it('use full-width punctuation after Chinese', () => {
    const violations = pairs.filter(({ chinese }) => /\p{Script=Han}[”）]?[,;:?!]/u.test(chinese));
    expect(violations).toEqual([]);
  });

  it('have no space between Chinese characters', () => {
    const violations = pairs.filter(({ chinese }) =>
      /[\p{Script=Han}，。；：？] +[\p{Script=Han}，。；：？]/u.test(chinese),
    );
    expect(violations).toEqual([]);
  });

  // A time may be words or digits, so a space next to it would be correct for one of them only.
  it('set times off with punctuation in Chinese', () => {
    const violations = pairs.filter(
      ({ key, chinese }) =>
        !CLOCK_TIMES.has(key) && /\p{Script=Han} ?\{time\}|\{time\} ?\p{Script=Han}/u.test(chinese),
    );
    expect(violations).toEqual([]);
  });

  it('contain no retired words', () => {
    const violations = pairs.filter(
      ({ sentence, chinese }) => RETIRED.test(sentence) || RETIRED_CHINESE.test(chinese),
    );
    expect(violations).toEqual([]);
  });
});
