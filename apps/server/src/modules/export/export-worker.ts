import { parentPort } from 'node:worker_threads';
import type { ExportResult, ExportWork } from './exporter.ts';
import { writeWordPage } from './word/word-page.ts';

parentPort?.on('message', (work: ExportWork) => {
  const result: ExportResult = { word: writeWordPage(work.word) };
  parentPort?.postMessage(result, []);
});
parentPort?.postMessage('ready', []);
