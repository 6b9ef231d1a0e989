import { test } from '../fixtures.ts';
import { BREAKS } from './breaks.ts';
import { chanceOf } from './chance.ts';
import { Desk } from './desk.ts';
import { Writing } from './writing.ts';

/**
 * The guarantee: two seconds after a keystroke it is on the server, or in this browser's durable
 * store, whatever fails; and nothing is ever doubled. A person types, something breaks, and the text
 * must be found again letter for letter. Twenty seeds on every change, two hundred at night.
 */
const SEEDS = Number(process.env['GUARANTEE_SEEDS'] ?? 20);
const breaks = Object.entries(BREAKS);

test.describe.configure({ mode: 'parallel' });

for (let seed = 0; seed < SEEDS; seed += 1) {
  const [name, run] = breaks[seed % breaks.length] ?? ['', async () => {}];
  test(`seed ${seed}: ${name}`, async ({ site, launchOptions, viewport }) => {
    test.setTimeout(240_000);
    const desk = new Desk(site, { ...launchOptions, viewport });
    const writing = new Writing(site, desk, chanceOf(seed));
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
