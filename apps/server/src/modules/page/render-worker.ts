import { parentPort, workerData } from 'node:worker_threads';
import { toHtml } from '@octavo/markdown/to-html';
import { firstScreen } from '@octavo/sheet/first-screen';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import type { Rendered, Source } from './render-thread.ts';

// Set by `createRenderThread`.
const { siteOrigin } = workerData as { siteOrigin: string };
const SHEET = 1;

function render({ page_type, text }: Source): Rendered {
  if (page_type === SHEET) return { html: firstScreen(readCalculated(text)), outline: [] };
  const { html, outline } = toHtml(text, { siteOrigin });
  return { html, outline: [...outline] };
}

parentPort?.on('message', (source: Source) => parentPort?.postMessage(render(source), []));
parentPort?.postMessage('ready', []);
