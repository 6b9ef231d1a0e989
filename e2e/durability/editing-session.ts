import { calls } from '@octavo/contract';
import { en } from '@octavo/texts/en';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { uniqueName, PASSWORD, registerByApi } from '../users.ts';
import { createCaller } from '../sample-item.ts';
import type { Site } from '../site.ts';
import { randomBulk, randomText } from './random.ts';
import type { Random } from './random.ts';
import { BrowserProfile, readDraftTexts } from './browser-profile.ts';

/** The maximum time until a keystroke is stored. */
const MAX_DURABILITY_MS = 2000;
/** Times are checked only in the nightly run, where no other load disturbs them. */
const NIGHTLY = process.env['NIGHTLY'] === '1';

/** A user who edits one page, with the expected text. */
export class EditingSession {
  readonly site: Site;
  readonly profile: BrowserProfile;
  readonly random: Random;
  tab!: Page;
  username = '';
  item_id = 0;
  page_id = 0;
  /** The exact text that must be found again. */
  text = '';

  constructor(site: Site, profile: BrowserProfile, random: Random) {
    this.site = site;
    this.profile = profile;
    this.random = random;
  }

  /** Opens an existing page or a new one. */
  async begin({ isNew }: { isNew: boolean }): Promise<void> {
    this.tab = await this.profile.newPage();
    await this.tab.goto('/');
    this.username = uniqueName('mei');
    await registerByApi(this.tab, this.site, this.username);
    const call = this.call();
    this.item_id = (await call(calls.item.add, { item_name: 'Harbor' })).item_id;
    if (!isNew) {
      this.text = `${randomText(this.random)}\n`;
      const page = { item_id: this.item_id, page_title: 'Tide', page_content: this.text };
      this.page_id = (await call(calls.page.save, page)).page_id;
    }
    await this.open();
  }

  call() {
    return createCaller(this.tab.request, this.site);
  }

  async open(tab = this.tab): Promise<void> {
    await tab.goto(this.address());
    await expect(this.source(tab)).toBeVisible();
  }

  address(): string {
    return `/page/edit/${this.item_id}/${this.page_id}`;
  }

  source(tab = this.tab) {
    return tab.locator('.cm-content').first();
  }

  /** Writes at the end of the text: a few single keys, then text like that of an input method. */
  async write(tab = this.tab): Promise<void> {
    const keys = `k${this.random.nextInt(1000)} `;
    const words = randomText(this.random);
    await this.source(tab).focus();
    await tab.keyboard.press('Control+End');
    await tab.keyboard.type(keys);
    await tab.keyboard.insertText(words);
    this.text += keys + words;
    const bulk = randomBulk(this.random);
    if (bulk) await this.paste(bulk.line.repeat(bulk.times), tab);
  }

  /** Pastes at the cursor, which is at the end of the text. */
  async paste(words: string, tab = this.tab): Promise<void> {
    await this.source(tab).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, words);
    this.text += words;
  }

  /** Adds separate lines at the end. */
  async writeSeparateLines(): Promise<void> {
    await this.source().focus();
    await this.tab.keyboard.press('Control+End');
    await this.paste('\n\nbetween\n\n');
  }

  /** Pastes an unpaired surrogate, as a cut emoji leaves it; the stored text must be well-formed. */
  async pasteUnpairedSurrogate(): Promise<void> {
    await this.source().focus();
    await this.tab.keyboard.press('Control+End');
    await this.source().evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', `half ${String.fromCodePoint(0xd8_3d)} end`);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    this.text += `half \u{fffd} end`;
  }

  /** Normalizes a stored text for the comparison with `text`. */
  normalize(content: string): string {
    return content.toWellFormed();
  }

  /**
   * Expects the text on the server or on this device: in the nightly run within the time limit, otherwise
   * eventually.
   */
  async expectDurable(tab = this.tab): Promise<void> {
    const isDurable = async () =>
      [
        ...(await readDraftTexts(tab)).map((text) => this.normalize(text)),
        ...(await this.storedTexts()),
      ].includes(this.text);
    if (NIGHTLY) {
      await tab.waitForTimeout(MAX_DURABILITY_MS);
      expect(await isDurable(), 'the text is on the server or on this device').toBe(true);
    } else await expect.poll(isDurable).toBe(true);
  }

  /** Expects the text as a draft on the server. */
  async expectOnServer(): Promise<void> {
    const isOnServer = async () => {
      const rows = await this.site.query<{ page_content: string }>(
        'select page_content from page_draft where item_id = $1 and closed_time is null',
        [this.item_id],
      );
      return rows.some(({ page_content }) => this.normalize(page_content) === this.text);
    };
    await expect.poll(isOnServer, { timeout: 60_000 }).toBe(true);
  }

  async openDraftIds(): Promise<string[]> {
    const rows = await this.site.query<{ draft_id: string }>(
      'select draft_id from page_draft where item_id = $1 and closed_time is null',
      [this.item_id],
    );
    return rows.map(({ draft_id }) => draft_id);
  }

  /** Returns the normalized texts of all pages of the item that are not deleted. */
  async storedTexts(): Promise<string[]> {
    return (await this.storedContents()).map((text) => this.normalize(text));
  }

  /** Returns the stored texts unchanged. */
  async storedContents(): Promise<string[]> {
    const rows = await this.site.query<{ page_content: string }>(
      `select page_content from page join page_body using (page_id)
       where page.item_id = $1 and del_time is null order by page_id`,
      [this.item_id],
    );
    return rows.map(({ page_content }) => page_content);
  }

  /** Expects exactly one page with exactly this text. */
  async expectStored(): Promise<void> {
    const describeStored = async () =>
      (await this.storedTexts()).map((text) =>
        text === this.text ? 'the text' : `${text.length} characters, not ${this.text.length}`,
      );
    await expect.poll(describeStored, { timeout: 60_000 }).toEqual(['the text']);
    const [row] = await this.site.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 and del_time is null',
      [this.item_id],
    );
    this.page_id = Number(row?.page_id);
  }

  save(tab = this.tab) {
    return tab.keyboard.press('Control+s');
  }

  /** A browser writes its cookies to disk only now and then, so a new session may be lost when it is killed. */
  async logIn(): Promise<void> {
    const { request } = await this.profile.context();
    await createCaller(request, this.site)(calls.user.login, {
      username: this.username,
      password: PASSWORD,
    });
  }

  /** Returns to the page, restores the offered draft and saves it. */
  async reopenAndRestore(): Promise<void> {
    const [row] = await this.site.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 and del_time is null',
      [this.item_id],
    );
    this.page_id = Number(row?.page_id ?? 0);
    this.tab = await this.profile.newPage();
    await this.tab.goto(this.address());
    if ((await this.storedTexts()).includes(this.text)) return;
    await this.tab.getByRole('button', { name: en.editor.draftRestore, exact: true }).click();
    await expect(this.source()).toBeVisible();
    await this.save();
  }
}
