import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { displayText } from '@octavo/sheet/workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromCsv } from './csv.ts';
import { fromXlsx } from './read-xlsx.ts';
import { toXlsx } from './write-xlsx.ts';

/** Path of LibreOffice, used to verify exported files; set in the nightly runs only. */
const PROGRAM = process.env['LIBREOFFICE'] ?? '';
const TIMEOUT_MS = 300_000;

const OURS = readWorkbook(
  JSON.stringify([
    {
      name: 'Codes 错误码',
      merges: ['A5:B5'],
      cols: { 1: { width: 210 } },
      rows: [
        ['Code', 'Text'],
        ['10102', '100% & <b> "quoted" \'single\''],
        ['-12.5', 'two\nlines'],
        ['007', '😀 下单后锁定库存'],
        ['joined'],
        ['=A2+A3', '=LEN(B1)'],
        [
          { text: '2024-01-05', value: 45_296, look: { ct: { fa: 'yyyy-mm-dd', t: 'd' } } },
          { text: '12.5%', value: 0.125, look: { ct: { fa: '0.0%', t: 'n' } } },
        ],
        [{ text: '1234.50', value: 1234.5, look: { ct: { fa: '0.00', t: 'n' } } }, 'TRUE'],
      ],
    },
    { name: 'Second', rows: [["='Codes 错误码'!A2*2", 'end']] },
  ]),
);

/** The displayed texts of each row of a sheet. */
function shown(workbook: Workbook, at: number): string[][] {
  const rows = [...(workbook[at]?.rows ?? [])].toSorted(([a], [b]) => a - b);
  return rows.map(([, { cells }]) =>
    [...cells.values()].map(displayText).filter((text) => text !== ''),
  );
}

describe.skipIf(PROGRAM === '')('LibreOffice', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-office-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function convert(name: string, bytes: Uint8Array | string, to: string, filter = ''): Buffer {
    writeFileSync(path.join(folder, name), bytes);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const into = ['--outdir', path.join(folder, 'out')];
    const args = ['--headless', profile, '--convert-to', `${to}${filter}`, ...into, name];
    execFileSync(PROGRAM, args, { cwd: folder, stdio: 'pipe' });
    return readFileSync(path.join(folder, 'out', `${path.parse(name).name}.${to}`));
  }

  it(
    'displays exported cells unchanged and calculates the same formula results',
    async () => {
      const csv = convert(
        'ours.xlsx',
        await toXlsx(OURS),
        'csv',
        ':Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false',
      );
      expect(shown(fromCsv(csv, 'S'), 0)).toEqual([
        ['Code', 'Text'],
        ['10102', '100% & <b> "quoted" \'single\''],
        ['-12.5', 'two\nlines'],
        ['007', '😀 下单后锁定库存'],
        ['joined'],
        ['10089.5', '4'],
        ['2024-01-05', '12.5%'],
        // The CSV has the plain number; the round trip below also checks its number format.
        ['1234.5', 'TRUE'],
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'round-trips an exported file with its sheets, formulas, merged cells, dates and number formats',
    async () => {
      const back = await fromXlsx(convert('again.xlsx', await toXlsx(OURS), 'xlsx'));
      expect(back.map(({ name }) => name)).toEqual(['Codes 错误码', 'Second']);
      expect(back[0]?.attributes).toMatchObject({ merges: ['A5:B5'] });
      const texts = (at: number) =>
        [...(back[at]?.rows.values() ?? [])].map(({ cells }) =>
          [...cells.values()].map(({ text }) => text).filter((text) => text !== ''),
        );
      expect(texts(0).slice(0, 5)).toEqual(shown(OURS, 0).slice(0, 5));
      expect(texts(0)[5]).toEqual(['=A2+A3', '=LEN(B1)']);
      expect(texts(1)[0]?.at(-1)).toBe('end');
      expect(back[1]?.rows.get(0)?.cells.get(0)).toMatchObject({ value: 20_204 });
      const day = back[0]?.rows.get(6)?.cells.get(0);
      expect(day).toMatchObject({ text: '2024-01-05', value: 45_296 });
      const number = back[0]?.rows.get(7)?.cells.get(0);
      expect(number).toMatchObject({ text: '1234.5', look: { ct: { fa: '0.00' } } });
    },
    TIMEOUT_MS,
  );

  it(
    'writes files that can be imported: texts, formulas, merged cells, dates, formats',
    async () => {
      const cell = (inner: string, more = '') =>
        `<table:table-cell ${more}>${inner}</table:table-cell>`;
      const text = (words: string) => `<text:p>${words}</text:p>`;
      const fods = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><number:date-style style:name="N1"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style><number:boolean-style style:name="N2"><number:boolean/></number:boolean-style><style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/><style:style style:name="yes" style:family="table-cell" style:data-style-name="N2"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Daten">
<table:table-row>${cell(text('Kopf &amp; 表头'), 'office:value-type="string" table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row>
<table:table-row>${cell(text('5'), 'office:value-type="float" office:value="5"')}${cell(text('a') + text('b'), 'office:value-type="string"')}</table:table-row>
<table:table-row>${cell('', 'table:formula="of:=[.A2]*3" office:value-type="float" office:value="15"')}${cell(text('05.01.24'), 'table:style-name="day" office:value-type="date" office:date-value="2024-01-05"')}</table:table-row>
<table:table-row>${cell(text('007'), 'office:value-type="string"')}${cell(text('TRUE'), 'table:style-name="yes" office:value-type="boolean" office:boolean-value="true"')}</table:table-row>
</table:table></office:spreadsheet></office:body></office:document>`;
      const read = await fromXlsx(convert('theirs.fods', fods, 'xlsx'));
      expect(read[0]?.attributes['merges']).toEqual(['A1:B1']);
      expect(shown(read, 0)).toEqual([
        ['Kopf & 表头'],
        ['5', 'a\nb'],
        ['15', '2024-01-05'],
        ['007', 'TRUE'],
      ]);
      expect(read[0]?.rows.get(2)?.cells.get(0)?.text).toBe('=A2*3');
    },
    TIMEOUT_MS,
  );
});
