import type { Plugin } from 'vite';

const MODULE_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/**
 * Preloads the reader's scripts; public/start-reader.js runs the entry after the first paint. The build writes the
 * imports of the entry before it, each as a script of its own.
 */
export function deferHydration(): Plugin {
  return {
    name: 'octavo-defer-hydration',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const entry = [...html.matchAll(MODULE_SCRIPT)].at(-1);
        if (!entry) throw new Error('reader.html has no entry script');
        const [script] = entry;
        return html
          .replace(script, `${script}\n    <script defer src="/start-reader.js"></script>`)
          .replaceAll(MODULE_SCRIPT, (each, url: string) =>
            each === script
              ? `<link rel="modulepreload" fetchpriority="low" crossorigin id="reader-entry" href="${url}">`
              : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${url}">`,
          );
      },
    },
  };
}
