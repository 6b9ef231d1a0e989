import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { newName, registerByCall } from '../people.ts';
import { cellsOf, tableOn } from '../table.ts';
import { CELL_PIECES } from './chance.ts';
import { Writing } from './writing.ts';

/** A user who edits one table. `text` lists the contents of its cells in order. */
export class TableWriting extends Writing {
  #row = 0;

  override async begin({ isNew }: { isNew: boolean }): Promise<void> {
    this.tab = await this.desk.newPage();
    await this.tab.goto('/');
    this.username = newName('mei');
    await registerByCall(this.tab, this.site, this.username);
    const call = this.call();
    const { item_id } = await call(calls.item.add, { item_name: 'Harbor' });
    this.item_id = item_id;
    if (!isNew) {
      const page_content = JSON.stringify([{ name: 'S', rows: [['Code', '100% & <b>']] }]);
      const page = { item_id, page_title: 'Tide', page_type: 1 as const, page_content };
      this.page_id = (await call(calls.page.save, page)).page_id;
      this.text = this.said(page_content);
      this.#row = 1;
    }
    await this.open();
  }

  override address(): string {
    return `${super.address()}?page_type=1`;
  }

  override source(tab = this.tab) {
    return tableOn(tab).grid;
  }

  /** Writes a row of two cells; in some runs the second cell stays in edit mode. */
  override async write(tab = this.tab): Promise<void> {
    const row = this.#row;
    this.#row += 1;
    await this.writeAt(row, tab);
  }

  async writeAt(row: number, tab: Page): Promise<void> {
    const words = [`k${this.chance.below(1000)} `, ''].map(
      (keys) => keys + this.chance.oneOf(CELL_PIECES),
    );
    await tableOn(tab).select(0, row);
    for (const [at, text] of words.entries()) {
      // The first key starts the cell editor, the rest is inserted like text of an input method.
      const [first = '', ...rest] = text;
      await tab.keyboard.type(first);
      await tab.keyboard.insertText(rest.join(''));
      if (at === 0) await tab.keyboard.press('Tab');
      else if (this.chance.below(2) === 0) await tab.keyboard.press('Enter');
    }
    const cells = words.map((text, column) => `${row}:${column} ${text}`);
    this.text = [...this.text.split('\n').filter(Boolean), ...cells].join('\n');
  }

  override said(kept: string): string {
    return cellsOf(kept).join('\n');
  }
}
