import { test as base } from '@playwright/test';
import { en } from '@octavo/texts/en';
import { translate } from '@octavo/texts/translate';
import type { TextKey, Texts, TextValues } from '@octavo/texts/translate';
import { zhCn } from '@octavo/texts/zh-cn';
import { openSite } from './site.ts';
import type { Site } from './site.ts';

export type Language = 'zh-cn' | 'en';

interface WorkerOptions {
  readonly language: Language;
  /** The host in the address bar: `localhost` is a secure context, an intranet name is not. */
  readonly host: string;
}

interface WorkerFixtures {
  readonly site: Site;
}

/** Returns a text of the product in the language of this project. */
export type Translate = <K extends TextKey>(key: K, ...values: TextValues<K>) => string;

interface TestFixtures {
  readonly text: Translate;
}

const textTables: Record<Language, Texts> = { en, 'zh-cn': zhCn };

/** The texts of the product in a language. */
export const textsIn =
  (language: Language): Translate =>
  (key, ...values) =>
    translate(textTables[language], key, ...values);

/** Test fixtures for the built product: each worker has its own site. */
export const test = base.extend<TestFixtures, WorkerOptions & WorkerFixtures>({
  language: ['en', { option: true, scope: 'worker' }],
  host: ['localhost', { option: true, scope: 'worker' }],
  site: [
    async ({ host, language }, use) => {
      const site = await openSite(host, {
        DEFAULT_LANGUAGE: language,
        PDF_CHROMIUM: '/usr/bin/chromium',
        PDF_SANDBOX: '0',
      });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  locale: async ({ language }, use) => {
    await use(language === 'en' ? 'en-GB' : 'zh-CN');
  },
  text: async ({ language }, use) => {
    await use(textsIn(language));
  },
});

export { expect } from '@playwright/test';
