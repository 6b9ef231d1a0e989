import { en } from '@octavo/texts/en';
import { zhCn } from '@octavo/texts/zh-cn';
import type { Plugin } from 'vite';

/** Adds the `<noscript>` message in both languages. */
export function noScript(): Plugin {
  return {
    name: 'octavo-no-script',
    transformIndexHtml: () => [
      {
        tag: 'noscript',
        injectTo: 'body-prepend',
        children: [en, zhCn].map(({ states }) => `<p>${states.noScript}</p>`).join(''),
      },
    ],
  };
}
