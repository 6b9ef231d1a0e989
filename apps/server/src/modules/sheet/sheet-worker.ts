import { parentPort } from 'node:worker_threads';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { excessOf } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { fromCsv, toCsv } from './csv.ts';
import { fromXlsx } from './read-xlsx.ts';
import type { SheetAnswer, SheetQuestion } from './sheet-files.ts';
import { toXlsx } from './write-xlsx.ts';
import { fitsBudget } from './zip-budget.ts';

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function read(bytes: Uint8Array, name: string): Promise<SheetAnswer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Neither a zip archive nor text.
  if (!isZip(bytes) && bytes.includes(0)) return { refused: 'fileTypeRefused' };
  if (isZip(bytes) && !(await fitsBudget(buffer))) return { refused: 'tooLarge' };
  const workbook = isZip(bytes) ? await fromXlsx(bytes) : fromCsv(bytes, name);
  if (excessOf(workbook) !== undefined) return { refused: 'tooLarge' };
  return { content: writeWorkbook(workbook) };
}

async function answer(question: SheetQuestion): Promise<SheetAnswer> {
  if (question.kind === 'read') return read(question.bytes, question.name);
  const workbook = readCalculated(question.content);
  if (question.kind === 'xlsx') return { bytes: await toXlsx(workbook) };
  const sheet = workbook[question.sheet];
  return sheet ? { bytes: Buffer.from(toCsv(sheet)) } : { refused: 'notFound' };
}

parentPort?.on('message', (question: SheetQuestion) => {
  answer(question)
    .catch((): SheetAnswer => ({ refused: 'fileTypeRefused' }))
    .then((made) => parentPort?.postMessage(made, []))
    .catch(() => {});
});
parentPort?.postMessage('ready', []);
