import { parentPort } from 'node:worker_threads';
import type { ExportResult, ExportWork } from './exporter.ts';
import { writeHtmlPage } from './site/html-page.ts';
import { writeWordPage } from './word/word-page.ts';

function write(work: ExportWork): ExportResult {
  return 'word' in work ? { word: writeWordPage(work.word) } : { html: writeHtmlPage(work.html) };
}

parentPort?.on('message', (work: ExportWork) => parentPort?.postMessage(write(work), []));
parentPort?.postMessage('ready', []);
