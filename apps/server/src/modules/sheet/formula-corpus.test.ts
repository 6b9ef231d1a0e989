import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { calculate } from '@octavo/sheet/formula/calculate';
import { FORMULAS, workbookOf } from '@octavo/sheet/tests/formula/corpus';
import { isSameResult, type Result } from '@octavo/sheet/tests/formula/same-result';
import { describe, expect, it } from 'vitest';
import { toXlsx } from './write-xlsx.ts';

/** Path of LibreOffice; set in the nightly runs only. */
const PROGRAM = process.env['LIBREOFFICE'] ?? '';
const TIMEOUT_MS = 300_000;
const STORED = new URL(
  '../../../../../packages/sheet/tests/formula/libreoffice-results.json',
  import.meta.url,
);

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function textOf(xml: string): string {
  return xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) =>
      ' '.repeat(Number(count ?? 1)),
    )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

const DAY_MS = 86_400_000;

/** Result of a cell of a flat OpenDocument table; dates and times as numbers. */
function resultOf(attributes: string, inner: string): Result {
  const attribute = (name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '';
  const shown = [...inner.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)]
    .map(([, text = '']) => textOf(text))
    .join('\n');
  if (attribute('calcext:value-type') === 'error') return shown;
  switch (attribute('office:value-type')) {
    case 'float':
    case 'percentage':
    case 'currency':
      return Number(attribute('office:value'));
    case 'boolean':
      return attribute('office:boolean-value') === 'true';
    case 'date': {
      const date = attribute('office:date-value');
      return Date.parse(date.includes('T') ? `${date}Z` : date) / DAY_MS + 25_569;
    }
    case 'time': {
      const [, hours, minutes, seconds] =
        /PT(\d+)H(\d+)M([\d.]+)S/.exec(attribute('office:time-value')) ?? [];
      return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
    }
    default:
      return shown;
  }
}

async function libreOfficeResults(formulas: readonly string[]): Promise<Result[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-formulas-'));
  try {
    writeFileSync(path.join(folder, 'corpus.xlsx'), await toXlsx(workbookOf(formulas)));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const args = ['--headless', profile, '--convert-to', 'fods', 'corpus.xlsx'];
    execFileSync(PROGRAM, args, { cwd: folder, stdio: 'pipe' });
    const xml = readFileSync(path.join(folder, 'corpus.fods'), 'utf8');
    const sheet = xml.slice(xml.indexOf('table:name="Formulas"'));
    const cells =
      /<table:table-cell ([^>]*table:formula="[^"]*"[^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g;
    return [...sheet.matchAll(cells)].map(([, attributes = '', inner = '']) =>
      resultOf(attributes, inner),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(PROGRAM === '')('the formulas of the corpus', () => {
  it(
    'have the same results in LibreOffice, in Octavo and in the stored file',
    async () => {
      const formulas = FORMULAS.map(({ formula }) => formula);
      const theirs = await libreOfficeResults(formulas);
      expect(theirs).toHaveLength(formulas.length);
      const ours = [...(calculate(workbookOf(formulas)).at(-1)?.rows.values() ?? [])].map(
        ({ cells }) => cells.get(0)?.value,
      );
      const differing = FORMULAS.flatMap(({ subject, formula }, at) => {
        const result = theirs[at] ?? '';
        return isSameResult(subject, ours[at], result)
          ? []
          : [{ formula, ours: ours[at], theirs: result }];
      });
      const results = Object.fromEntries(formulas.map((formula, at) => [formula, theirs[at]]));
      if (process.env['STORE_RESULTS'] === '1')
        writeFileSync(STORED, `${JSON.stringify(results, undefined, 2)}\n`);
      console.log(
        `formulas: ${formulas.length}, equal: ${formulas.length - differing.length}, different: ${differing.length}`,
      );
      expect(differing).toEqual([]);
      expect(results).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
    },
    TIMEOUT_MS,
  );
});
