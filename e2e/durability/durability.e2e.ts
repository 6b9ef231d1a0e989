import { test } from '../fixtures.ts';
import { FAILURES } from './failures.ts';
import type { FailureScenario } from './failures.ts';
import { createRandom } from './random.ts';
import { BrowserProfile } from './browser-profile.ts';
import { TABLE_FAILURES } from './table-failures.ts';
import { TableEditingSession } from './table-editing-session.ts';
import { EditingSession } from './editing-session.ts';

/**
 * Durability: two seconds after a keystroke the text is stored on the server or in this browser, whatever fails,
 * and nothing is stored twice. Each test types, simulates a failure and expects the exact text afterwards. 20 seeds
 * in CI, 200 in the nightly run.
 */
const SEEDS = Number(process.env['DURABILITY_SEEDS'] ?? 20);
/** The same for the cells of a table: 3 seeds in CI, all failures in the nightly run. */
const TABLE_SEEDS = Number(process.env['DURABILITY_TABLE_SEEDS'] ?? 3);

test.describe.configure({ mode: 'parallel' });

function defineTests<W extends EditingSession>(
  subject: string,
  seeds: number,
  scenarios: Readonly<Record<string, FailureScenario<W>>>,
  SessionClass: new (...args: ConstructorParameters<typeof EditingSession>) => W,
) {
  const entries = Object.entries(scenarios);
  for (let seed = 0; seed < seeds; seed += 1) {
    const [name, runScenario] = entries[seed % entries.length] ?? ['', async () => {}];
    test(`${subject}, seed ${seed}: ${name}`, async ({ site, launchOptions, viewport }) => {
      const profile = new BrowserProfile(site, { ...launchOptions, viewport });
      const session = new SessionClass(site, profile, createRandom(seed));
      try {
        await session.begin({ isNew: session.random.nextInt(2) === 0 });
        await runScenario(session);
      } finally {
        // The next seed of this worker needs a running server.
        await site.restart();
        await profile.close();
      }
    });
  }
}

defineTests('a text', SEEDS, FAILURES, EditingSession);
defineTests('a table', TABLE_SEEDS, TABLE_FAILURES, TableEditingSession);
