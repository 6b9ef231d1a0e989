import { test } from '../fixtures.ts';
import { BREAKS } from './breaks.ts';
import type { Break } from './breaks.ts';
import { chanceOf } from './chance.ts';
import { Desk } from './desk.ts';
import { TABLE_BREAKS } from './table-breaks.ts';
import { TableWriting } from './table-writing.ts';
import { Writing } from './writing.ts';

/**
 * Durability: two seconds after a keystroke the text is stored on the server or in this browser, whatever fails,
 * and nothing is stored twice. Each test types, simulates a failure and expects the exact text afterwards. 20 seeds
 * in CI, 200 in the nightly run.
 */
const SEEDS = Number(process.env['GUARANTEE_SEEDS'] ?? 20);
/** The same for the cells of a table: 3 seeds in CI, all failures in the nightly run. */
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
        // The next seed of this worker needs a running server.
        await site.restart();
        await desk.close();
      }
    });
  }
}

tell('a text', SEEDS, BREAKS, Writing);
tell('a table', TABLE_SEEDS, TABLE_BREAKS, TableWriting);
