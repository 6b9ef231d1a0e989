import { toHtml } from '@octavo/markdown/to-html';

/** Renders with the reader's renderer in a worker, so that a long page does not block typing. */
addEventListener('message', ({ data }: MessageEvent<{ text: string; siteOrigin: string }>) => {
  const { text, siteOrigin } = data;
  const { html } = toHtml(text, { sourceLines: true, siteOrigin });
  // `postMessage` of a worker has no target origin: it always sends to the page that created the worker.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(html);
});
