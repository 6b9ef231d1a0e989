import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { uniqueName, registerByApi } from '../users.ts';
import { listCells, tableEditor } from '../table-editor.ts';
import { CELL_TEXTS } from './random.ts';
import { EditingSession } from './editing-session.ts';

/** A user who edits one table. `text` lists the contents of its cells in order. */
export class TableEditingSession extends EditingSession {
  #row = 0;

  override async begin({ isNew }: { isNew: boolean }): Promise<void> {
    this.tab = await this.profile.newPage();
    await this.tab.goto('/');
    this.username = uniqueName('mei');
    await registerByApi(this.tab, this.site, this.username);
    const call = this.call();
    const { item_id } = await call(calls.item.add, { item_name: 'Harbor' });
    this.item_id = item_id;
    if (!isNew) {
      const page_content = JSON.stringify([{ name: 'S', rows: [['Code', '100% & <b>']] }]);
      const page = { item_id, page_title: 'Tide', page_type: 1 as const, page_content };
      this.page_id = (await call(calls.page.save, page)).page_id;
      this.text = this.normalize(page_content);
      this.#row = 1;
    }
    await this.open();
  }

  override address(): string {
    return `${super.address()}?page_type=1`;
  }

  override source(tab = this.tab) {
    return tableEditor(tab).grid;
  }

  /** Writes a row of two cells; in some runs the second cell stays in edit mode. */
  override async write(tab = this.tab): Promise<void> {
    const row = this.#row;
    this.#row += 1;
    await this.writeAt(row, tab);
  }

  async writeAt(row: number, tab: Page): Promise<void> {
    const words = [`k${this.random.nextInt(1000)} `, ''].map(
      (keys) => keys + this.random.pick(CELL_TEXTS),
    );
    await tableEditor(tab).select(0, row);
    for (const [at, text] of words.entries()) {
      // The first key starts the cell editor, the rest is inserted like text of an input method.
      const [first = '', ...rest] = text;
      await tab.keyboard.type(first);
      await tab.keyboard.insertText(rest.join(''));
      if (at === 0) await tab.keyboard.press('Tab');
      else if (this.random.nextInt(2) === 0) await tab.keyboard.press('Enter');
    }
    const cells = words.map((text, column) => `${row}:${column} ${text}`);
    this.text = [...this.text.split('\n').filter(Boolean), ...cells].join('\n');
  }

  override normalize(content: string): string {
    return listCells(content).join('\n');
  }
}
