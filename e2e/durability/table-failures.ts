import { en } from '@octavo/texts/en';
import { calls } from '@octavo/contract';
import { expect } from '../fixtures.ts';
import {
  FAILURES,
  expireLock,
  saveInitialText,
  withColleague,
  type FailureScenario,
} from './failures.ts';
import type { TableEditingSession } from './table-editing-session.ts';

/** These failures depend on plain text. */
const {
  'two tabs write the same page': _tabs,
  'another user saves meanwhile': _meanwhile,
  'an unpaired surrogate is pasted': _half,
  'two devices write while one of them is offline': _devices,
  ...commonFailures
} = FAILURES;

/** The other failures apply to tables as well; tables are merged cell by cell. */
export const TABLE_FAILURES: Readonly<Record<string, FailureScenario<TableEditingSession>>> = {
  ...commonFailures,

  async 'another user saves other cells meanwhile'(session) {
    await saveInitialText(session);
    const [base = ''] = await session.storedContents();
    const theirs = JSON.stringify(
      (JSON.parse(base) as { rows: object }[]).map((sheet) => ({
        ...sheet,
        rows: { ...sheet.rows, 20: { cells: { 3: { text: 'theirs' } } } },
      })),
    );
    await withColleague(session, async (call) => {
      await session.write();
      await expireLock(session);
      await call(calls.page.save, { page_id: session.page_id, page_content: theirs });
    });
    await session.save();
    session.text += '\n20:3 theirs';
    await session.expectStored();
    await session.expectDurable();
  },

  async 'two tabs write the same cell'(session) {
    await saveInitialText(session);
    const other = await session.profile.newPage();
    await session.open(other);
    const before = session.text;
    await session.writeAt(5, other);
    await session.save(other);
    await session.expectStored();
    const theirs = session.text;
    session.text = before;
    await session.tab.bringToFront();
    await session.writeAt(5, session.tab);
    await session.save();
    const dialog = session.tab.getByRole('dialog');
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await session.expectDurable();
    for (const choice of await dialog.locator('input[value="theirs"]').all()) await choice.check();
    await dialog.getByRole('button', { name: en.editor.saveMerged }).click();
    session.text = theirs;
    await session.expectStored();
  },
};
