import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../services/service.ts';
import type { Row } from './compare.ts';
import type { SearchRow } from './search.ts';

export interface Results {
  readonly commit: string;
  readonly rows: readonly Row[];
  readonly search: readonly SearchRow[];
  /** Megabytes of the server process. */
  readonly memory: Readonly<Record<string, number>>;
  /** Milliseconds in Chromium with the CPU throttled to a quarter. */
  readonly paint: Readonly<Record<string, number>>;
}

type Baseline = Readonly<Record<string, number>>;

const BASELINE = path.join(import.meta.dirname, 'baseline.json');
/** Noise on a busy machine can reduce a ratio by a third; a loss of half is a change of the product. */
const REGRESSION_RATIO = 1 / 2;

export function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain') !== '';
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? '-changed' : '');
}

/** Saves the results in one file per commit, so that two commits can be compared later. */
export async function saveResults(results: Results): Promise<string> {
  const folder = path.join(projectFolder, '.bench');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${results.commit}.json`);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

export async function readResults(file: string): Promise<Results> {
  return JSON.parse(await readFile(file, 'utf8')) as Results;
}

export async function writeBaseline({ rows }: Results): Promise<void> {
  const ratios = Object.fromEntries(rows.map(({ name, byCpu }) => [name, byCpu]));
  await writeFile(BASELINE, `${JSON.stringify(ratios, null, 2)}\n`);
}

/** True if the CPU ratio of a row is below half of the recorded one. */
export async function isRegression({ name, byCpu }: Row): Promise<boolean> {
  const baseline = JSON.parse(await readFile(BASELINE, 'utf8')) as Baseline;
  return byCpu < REGRESSION_RATIO * (baseline[name] ?? 0);
}

export function printRows(rows: readonly Row[]): void {
  console.table(
    Object.fromEntries(
      rows.map(({ name, against, bare, octavo, byCpu, bySpeed }) => [
        name,
        {
          against,
          'by CPU': byCpu,
          'by speed': bySpeed,
          µs: octavo.cpu,
          'µs of services': octavo.engines,
          'bare µs': bare.cpu,
          'per s': octavo.perSecond,
          'bare per s': bare.perSecond,
          'p99 ms': octavo.p99,
        },
      ]),
    ),
  );
}

export function printComparison(before: Results, after: Results): void {
  const old = new Map(before.rows.map((row) => [row.name, row]));
  console.table(
    Object.fromEntries(
      after.rows.map(({ name, byCpu, octavo }) => {
        const was = old.get(name);
        const change = was ? `${Math.round((byCpu / was.byCpu - 1) * 100)} %` : 'new';
        return [
          name,
          {
            [before.commit]: was?.byCpu,
            [after.commit]: byCpu,
            change,
            'µs before': was?.octavo.cpu,
            'µs now': octavo.cpu,
          },
        ];
      }),
    ),
  );
}
