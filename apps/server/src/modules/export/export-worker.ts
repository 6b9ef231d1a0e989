import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parseApiDocument } from '@octavo/markdown/parse-api-document';
import type { ExportResult, ExportJob } from './exporter.ts';
import { writeHtmlPage } from './site/html-page.ts';
import { writeWordPage } from './word/word-page.ts';

function write(job: ExportJob): ExportResult {
  if ('word' in job) return { word: writeWordPage(job.word) };
  if ('html' in job) return { html: writeHtmlPage(job.html) };
  return { api: parseApiDocument(job.api) ?? null };
}

// Lowers the priority of this thread only, so that requests are served first.
setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (job: ExportJob) => parentPort?.postMessage(write(job), []));
parentPort?.postMessage('ready', []);
