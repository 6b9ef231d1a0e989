import { en } from '@octavo/texts/en';
import { calls } from '@octavo/contract';
import { expect } from '../fixtures.ts';
import { BREAKS, endLock, saveFirst, withColleague, type Break } from './breaks.ts';
import type { TableWriting } from './table-writing.ts';

/** These failures depend on plain text. */
const {
  'two tabs write the same page': _tabs,
  'somebody else saves meanwhile': _meanwhile,
  'half a character is pasted': _half,
  ...rest
} = BREAKS;

/** The other failures apply to tables as well; tables are merged cell by cell. */
export const TABLE_BREAKS: Readonly<Record<string, Break<TableWriting>>> = {
  ...rest,

  async 'somebody else saves other cells meanwhile'(writing) {
    await saveFirst(writing);
    const [base = ''] = await writing.contents();
    const theirs = JSON.stringify(
      (JSON.parse(base) as { rows: object }[]).map((sheet) => ({
        ...sheet,
        rows: { ...sheet.rows, 20: { cells: { 3: { text: 'theirs' } } } },
      })),
    );
    await withColleague(writing, async (call) => {
      await writing.write();
      await endLock(writing);
      await call(calls.page.save, { page_id: writing.page_id, page_content: theirs });
    });
    await writing.save();
    writing.text += '\n20:3 theirs';
    await writing.expectStored();
    await writing.expectSafe();
  },

  async 'two tabs write the same cell'(writing) {
    await saveFirst(writing);
    const other = await writing.desk.newPage();
    await writing.open(other);
    const before = writing.text;
    await writing.writeAt(5, other);
    await writing.save(other);
    await writing.expectStored();
    const theirs = writing.text;
    writing.text = before;
    await writing.tab.bringToFront();
    await writing.writeAt(5, writing.tab);
    await writing.save();
    const dialog = writing.tab.getByRole('dialog');
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await writing.expectSafe();
    for (const choice of await dialog.locator('input[value="theirs"]').all()) await choice.check();
    await dialog.getByRole('button', { name: en.editor.saveMerged }).click();
    writing.text = theirs;
    await writing.expectStored();
  },
};
