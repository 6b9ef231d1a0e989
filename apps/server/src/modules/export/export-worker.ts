import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readApiDocument } from '@octavo/markdown/read-api-document';
import type { ExportResult, ExportWork } from './exporter.ts';
import { writeHtmlPage } from './site/html-page.ts';
import { writeWordPage } from './word/word-page.ts';

function write(work: ExportWork): ExportResult {
  if ('word' in work) return { word: writeWordPage(work.word) };
  if ('html' in work) return { html: writeHtmlPage(work.html) };
  return { api: readApiDocument(work.api) ?? null };
}

// Lowers the priority of this thread only, so that requests are served first.
setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (work: ExportWork) => parentPort?.postMessage(write(work), []));
parentPort?.postMessage('ready', []);
