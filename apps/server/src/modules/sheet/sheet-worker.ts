import { parentPort } from 'node:worker_threads';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { exceededLimit } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { fromCsv, toCsv } from './csv.ts';
import { fromXlsx } from './read-xlsx.ts';
import type { SheetResponse, SheetRequest } from './sheet-files.ts';
import { toXlsx } from './write-xlsx.ts';
import { fitsZipBudget } from '../../lib/zip-budget.ts';

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function read(bytes: Uint8Array, name: string): Promise<SheetResponse> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Neither a zip archive nor text.
  if (!isZip(bytes) && bytes.includes(0)) return { refused: 'fileTypeRefused' };
  if (isZip(bytes) && !(await fitsZipBudget(buffer))) return { refused: 'tooLarge' };
  const workbook = isZip(bytes) ? await fromXlsx(bytes) : fromCsv(bytes, name);
  if (exceededLimit(workbook) !== undefined) return { refused: 'tooLarge' };
  return { content: writeWorkbook(workbook) };
}

async function handleRequest(request: SheetRequest): Promise<SheetResponse> {
  if (request.kind === 'read') return read(request.bytes, request.name);
  const workbook = readCalculated(request.content);
  if (request.kind === 'xlsx') return { bytes: await toXlsx(workbook) };
  const sheet = workbook[request.sheet];
  return sheet ? { bytes: Buffer.from(toCsv(sheet)) } : { refused: 'notFound' };
}

parentPort?.on('message', (request: SheetRequest) => {
  handleRequest(request)
    .catch((): SheetResponse => ({ refused: 'fileTypeRefused' }))
    .then((response) => parentPort?.postMessage(response, []))
    .catch(() => {});
});
parentPort?.postMessage('ready', []);
