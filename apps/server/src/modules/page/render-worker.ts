import { parentPort, workerData } from 'node:worker_threads';
import { toHtml } from '@octavo/markdown/to-html';

// The renderer starts us with the site's own address.
const { siteOrigin } = workerData as { siteOrigin: string };

parentPort?.on('message', (markdown: string) => {
  const { html, outline } = toHtml(markdown, { siteOrigin });
  parentPort?.postMessage({ html, outline }, []);
});
parentPort?.postMessage('ready', []);
