import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { deriveFromContent } from '../page/derive-content.ts';
import { toSearchText } from '../search-index/search-text.ts';
import type { DerivedPage, ImportJobResult, ImportJob, PageText } from './importer.ts';
import { readApiFile } from './read-api-file.ts';

function derivePage(
  { page_title, page_content, page_type }: PageText,
  siteOrigin: string,
): DerivedPage {
  const { method, searched, links } = deriveFromContent(page_content, page_type, siteOrigin);
  return { method, links, search: toSearchText(page_title, searched) };
}

function handle(job: ImportJob): ImportJobResult {
  if ('pages' in job) return { derived: job.pages.map((page) => derivePage(page, job.siteOrigin)) };
  try {
    return { imported: readApiFile(job.bytes, job.language) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: error.errorName };
  }
}

// Lowers the priority of this thread only, so that requests are served first.
setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (job: ImportJob) => {
  parentPort?.postMessage(handle(job), []);
});
parentPort?.postMessage('ready', []);
