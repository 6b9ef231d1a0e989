import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareTargets } from './bench/compare.ts';
import type { Row } from './bench/compare.ts';
import { fillItems } from './bench/fill-items.ts';
import type { FilledItem } from './bench/fill-items.ts';
import { openBenchEnvironment } from './bench/environment.ts';
import { measureMemory } from './bench/memory.ts';
import { measureSearch } from './bench/search.ts';
import { compareText, compareTree } from './bench/paint.ts';
import {
  currentCommit,
  isRegression,
  saveResults,
  printComparison,
  printRows,
  readResults,
  writeBaseline,
} from './bench/results.ts';
import { makeBenchCases } from './bench/cases.ts';

/**
 * Measures the CPU cost of the whole stack relative to bare engines in one run. `--small` runs a subset for CI,
 * `--compare a.json b.json` compares two saved runs, `--baseline` records the expected ratios.
 */
const { values: options, positionals: files } = parseArgs({
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
async function measurePaint(
  url: string,
  reading: FilledItem,
  large: FilledItem,
): Promise<Record<string, number>> {
  const text = await compareText(`${url}/${reading.item_id}/${reading.first}`, VISITS);
  const tree = await compareTree(`${url}/${large.item_id}`, VISITS);
  return {
    text: text.octavo,
    'text, static': text.static,
    'text, ratio': text.ratio,
    'tree of 20,000 pages': tree.octavo,
    'tree of 20,000 pages, static': tree.static,
    'tree of 20,000 pages, ratio': tree.ratio,
  };
}

async function runBenchmark(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-'));
  const field = await openBenchEnvironment(folder);
  try {
    const [reading, writing, middle, large] = await fillItems(field.databaseUrl, field.owner, [
      { name: 'Harbor', pages: 1000 },
      // Apart, because saves replace the texts that are searched.
      { name: 'Wharf', pages: 1000 },
      { name: 'Quay', pages: 5000, catalogs: [10, 10] },
      { name: 'Ocean', pages: 20_000, catalogs: [20, 10] },
    ]);
    if (!reading || !writing || !middle || !large)
      throw new Error('the benchmark items are missing');
    const items = { reading, writing, middle, large };
    const isComplete = options.row === '' && !options.small;
    // First, because a process does not return all memory that other loads took.
    const memory = isComplete ? await measureMemory(field, items) : {};
    if (isComplete) console.log('MB of resident memory:', memory);
    const seconds = options.small ? 1 : 4;
    const rows: Row[] = [];
    for (const row of makeBenchCases(field, items)) {
      const { name, against, prepare } = row;
      if (!name.includes(options.row) || (options.small && !row.isSmall)) continue;
      const { bare, octavo, end } = await prepare();
      const runSeries = () => compareTargets({ name, against }, bare, octavo, seconds);
      let best = await runSeries();
      for (let again = 0; again < SERIES - 1 && (await isRegression(best)); again += 1) {
        const next = await runSeries();
        if (next.byCpu > best.byCpu) best = next;
      }
      rows.push(best);
      await end();
    }
    printRows(rows);
    const measuresSearch = 'item/search'.includes(options.row) && !options.small;
    const search = measuresSearch ? await measureSearch(field, [reading, middle, large]) : [];
    if (measuresSearch) console.table(search);
    const paintTimes = isComplete ? await measurePaint(field.stack.url, reading, large) : {};
    const results = { commit: currentCommit(), rows, search, memory, paint: paintTimes };
    if (isComplete) console.log('ms in Chromium, CPU throttled 4 times:', paintTimes);
    console.log(`saved in ${await saveResults(results)}`);
    if (options.baseline) await writeBaseline(results);
    for (const row of rows) {
      if (!(await isRegression(row))) continue;
      console.log(`${row.name}: ${row.byCpu} is below half of the baseline`);
      process.exitCode = 1;
    }
  } finally {
    await field.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await (options.compare ? compare(files) : runBenchmark());
