import { calls } from '@octavo/contract';
import { en } from '@octavo/texts/en';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { newName, PASSWORD, registerByCall } from '../people.ts';
import { callerOf } from '../reader-site.ts';
import type { Site } from '../site.ts';
import { someBulk, someText } from './chance.ts';
import type { Chance } from './chance.ts';
import { Desk, keptTexts } from './desk.ts';

/** The maximum time until a keystroke is stored. */
const PROMISED = 2000;
/** Times are checked only in the nightly run, where no other load disturbs them. */
const NIGHTLY = process.env['NIGHTLY'] === '1';

/** A user who edits one page, with the expected text. */
export class Writing {
  readonly site: Site;
  readonly desk: Desk;
  readonly chance: Chance;
  tab!: Page;
  username = '';
  item_id = 0;
  page_id = 0;
  /** The exact text that must be found again. */
  text = '';

  constructor(site: Site, desk: Desk, chance: Chance) {
    this.site = site;
    this.desk = desk;
    this.chance = chance;
  }

  /** Opens an existing page or a new one. */
  async begin({ isNew }: { isNew: boolean }): Promise<void> {
    this.tab = await this.desk.newPage();
    await this.tab.goto('/');
    this.username = newName('mei');
    await registerByCall(this.tab, this.site, this.username);
    const call = this.call();
    this.item_id = (await call(calls.item.add, { item_name: 'Harbor' })).item_id;
    if (!isNew) {
      this.text = `${someText(this.chance)}\n`;
      const page = { item_id: this.item_id, page_title: 'Tide', page_content: this.text };
      this.page_id = (await call(calls.page.save, page)).page_id;
    }
    await this.open();
  }

  call() {
    return callerOf(this.tab.request, this.site);
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
    const keys = `k${this.chance.below(1000)} `;
    const words = someText(this.chance);
    await this.source(tab).focus();
    await tab.keyboard.press('Control+End');
    await tab.keyboard.type(keys);
    await tab.keyboard.insertText(words);
    this.text += keys + words;
    const bulk = someBulk(this.chance);
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
  async writeApart(): Promise<void> {
    await this.source().focus();
    await this.tab.keyboard.press('Control+End');
    await this.paste('\n\nbetween\n\n');
  }

  /** Pastes an unpaired surrogate, as a cut emoji leaves it; the stored text must be well-formed. */
  async writeLoneSurrogate(): Promise<void> {
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
  said(kept: string): string {
    return kept.toWellFormed();
  }

  /**
   * Expects the text on the server or on this device: in the nightly run within the time limit, otherwise
   * eventually.
   */
  async expectSafe(tab = this.tab): Promise<void> {
    const isSafe = async () =>
      [...(await keptTexts(tab)).map((text) => this.said(text)), ...(await this.stored())].includes(
        this.text,
      );
    if (NIGHTLY) {
      await tab.waitForTimeout(PROMISED);
      expect(await isSafe(), 'the text is on the server or on this device').toBe(true);
    } else await expect.poll(isSafe).toBe(true);
  }

  /** Returns the normalized texts of all pages of the item that are not deleted. */
  async stored(): Promise<string[]> {
    return (await this.contents()).map((text) => this.said(text));
  }

  /** Returns the stored texts unchanged. */
  async contents(): Promise<string[]> {
    const rows = await this.site.query<{ page_content: string }>(
      `select page_content from page join page_body using (page_id)
       where page.item_id = $1 and del_time is null order by page_id`,
      [this.item_id],
    );
    return rows.map(({ page_content }) => page_content);
  }

  /** Expects exactly one page with exactly this text. */
  async expectStored(): Promise<void> {
    const look = async () =>
      (await this.stored()).map((text) =>
        text === this.text ? 'the text' : `${text.length} characters, not ${this.text.length}`,
      );
    await expect.poll(look, { timeout: 60_000 }).toEqual(['the text']);
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
  async logInAgain(): Promise<void> {
    const { request } = await this.desk.context();
    await callerOf(request, this.site)(calls.user.login, {
      username: this.username,
      password: PASSWORD,
    });
  }

  /** Returns to the page, restores the offered draft and saves it. */
  async comeBack(): Promise<void> {
    const [row] = await this.site.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 and del_time is null',
      [this.item_id],
    );
    this.page_id = Number(row?.page_id ?? 0);
    this.tab = await this.desk.newPage();
    await this.tab.goto(this.address());
    if ((await this.stored()).includes(this.text)) return;
    await this.tab.getByRole('button', { name: en.editor.draftRestore }).click();
    await expect(this.source()).toBeVisible();
    await this.save();
  }
}
