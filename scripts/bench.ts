import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { contest } from './bench/contest.ts';
import type { Row } from './bench/contest.ts';
import { fillItems } from './bench/filled-items.ts';
import { openField } from './bench/field.ts';
import { timeToText, timeToTree } from './bench/paint.ts';
import {
  currentCommit,
  isLost,
  keepResults,
  printComparison,
  printRows,
  readResults,
  writeBaseline,
} from './bench/results.ts';
import { makeRows } from './bench/rows.ts';

/**
 * Measures the CPU cost of the whole stack relative to bare engines in one run. `--small` runs a subset for CI,
 * `--compare a.json b.json` compares two saved runs, `--baseline` records the expected ratios.
 */
const { values: asked, positionals: files } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    baseline: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    row: { type: 'string', default: '' },
  },
  allowPositionals: true,
});

/** Other load may disturb a series, so the best of three counts. */
const SERIES = 3;

async function compare([before = '', after = '']: readonly string[]): Promise<void> {
  printComparison(await readResults(before), await readResults(after));
}

const VISITS = 5;

/** Medians of several visits. This is wall-clock time, so it never runs alongside other work. */
async function paint(url: string, reading: Filled, large: Filled): Promise<Record<string, number>> {
  const page = `${url}/${reading.item_id}/${reading.first}`;
  const { first, text } = await timeToText(page, VISITS);
  const tree = await timeToTree(`${url}/${large.item_id}`, VISITS);
  return { 'first paint': first, text, 'tree of 20,000 pages': tree };
}

type Filled = Awaited<ReturnType<typeof fillItems>>[number];

async function measure(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-'));
  const field = await openField(folder);
  try {
    const [reading, middle, large] = await fillItems(field.databaseUrl, field.owner, [
      { name: 'Harbor', pages: 1000 },
      { name: 'Quay', pages: 5000, catalogs: [10, 10] },
      { name: 'Ocean', pages: 20_000, catalogs: [20, 10] },
    ]);
    if (!reading || !middle || !large) throw new Error('the items are not filled');
    const seconds = asked.small ? 1 : 4;
    const rows: Row[] = [];
    for (const row of makeRows({ field, reading, middle, large })) {
      const { name, against, prepare } = row;
      if (!name.includes(asked.row) || (asked.small && !row.isSmall)) continue;
      const { bare, octavo, end } = await prepare();
      const series = () => contest({ name, against }, bare, octavo, seconds);
      let best = await series();
      for (let again = 0; again < SERIES - 1 && (await isLost(best)); again += 1) {
        const next = await series();
        if (next.byCpu > best.byCpu) best = next;
      }
      rows.push(best);
      await end();
    }
    printRows(rows);
    const isPainted = asked.row === '' && !asked.small;
    const painted = isPainted ? await paint(field.stack.url, reading, large) : {};
    const results = { commit: currentCommit(), rows, paint: painted };
    if (isPainted) console.log('ms in Chromium, 4 times slower:', painted);
    console.log(`kept in ${await keepResults(results)}`);
    if (asked.baseline) await writeBaseline(results);
    for (const row of rows) {
      if (!(await isLost(row))) continue;
      console.log(`${row.name}: ${row.byCpu} is below half of its record`);
      process.exitCode = 1;
    }
  } finally {
    await field.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await (asked.compare ? compare(files) : measure());
