import { test } from '../fixtures.ts';
import { BREAKS } from './breaks.ts';
import type { Break } from './breaks.ts';
import { chanceOf } from './chance.ts';
import { Desk } from './desk.ts';
import { TABLE_BREAKS } from './table-breaks.ts';
import { TableWriting } from './table-writing.ts';
import { Writing } from './writing.ts';

/**
 * The guarantee: two seconds after a keystroke it is on the server, or in this browser's durable
 * store, whatever fails; and nothing is ever doubled. A person types, something breaks, and the text
 * must be found again letter for letter. Twenty seeds on every change, two hundred at night.
 */
const SEEDS = Number(process.env['GUARANTEE_SEEDS'] ?? 20);
/** The same for the cells of a table: a few on every change, all of it at night. */
const TABLE_SEEDS = Number(process.env['GUARANTEE_TABLE_SEEDS'] ?? 3);

test.describe.configure({ mode: 'parallel' });

function tell<W extends Writing>(
  what: string,
  seeds: number,
  breaks: Readonly<Record<string, Break<W>>>,
  begin: new (...args: ConstructorParameters<typeof Writing>) => W,
) {
  const entries = Object.entries(breaks);
  for (let seed = 0; seed < seeds; seed += 1) {
    const [name, run] = entries[seed % entries.length] ?? ['', async () => {}];
    test(`${what}, seed ${seed}: ${name}`, async ({ site, launchOptions, viewport }) => {
      const desk = new Desk(site, { ...launchOptions, viewport });
      const writing = new begin(site, desk, chanceOf(seed));
      try {
        await writing.begin({ isNew: writing.chance.below(2) === 0 });
        await run(writing);
      } finally {
        // The next seed of this worker needs the server.
        await site.restart();
        await desk.close();
      }
    });
  }
}

tell('a text', SEEDS, BREAKS, Writing);
tell('a table', TABLE_SEEDS, TABLE_BREAKS, TableWriting);
