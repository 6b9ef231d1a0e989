import { toHtml } from '@octavo/markdown/to-html';

/** The reader's own renderer, beside the keyboard: a long page never holds up a keystroke. */
addEventListener('message', ({ data }: MessageEvent<{ text: string; siteOrigin: string }>) => {
  const { text, siteOrigin } = data;
  const { html } = toHtml(text, { sourceLines: true, siteOrigin });
  // A worker talks to the page that made it only; it takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage(html);
});
