import { SHEET_PAGE } from '@octavo/contract/page-type';
import { parentPort, workerData } from 'node:worker_threads';
import { toHtml } from '@octavo/markdown/to-html';
import { renderPreview } from '@octavo/sheet/html-preview';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import type { RenderedPage, PageSource } from './render-thread.ts';

// Set by `createRenderThread`.
const { siteOrigin } = workerData as { siteOrigin: string };

function render({ page_type, text }: PageSource): RenderedPage {
  if (page_type === SHEET_PAGE) return { html: renderPreview(readCalculated(text)), outline: [] };
  const { html, outline } = toHtml(text, { siteOrigin });
  return { html, outline: [...outline] };
}

parentPort?.on('message', (source: PageSource) => parentPort?.postMessage(render(source), []));
parentPort?.postMessage('ready', []);
