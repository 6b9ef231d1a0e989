import type { Plugin } from 'vite';

const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** Preloads the reader's entry script; public/start-reader.js runs it after the first paint. */
export function deferHydration(): Plugin {
  return {
    name: 'octavo-defer-hydration',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!ENTRY_SCRIPT.test(html)) throw new Error('reader.html has no entry script');
        return html.replace(
          ENTRY_SCRIPT,
          '<link rel="modulepreload" crossorigin id="reader-entry" href="$1">\n' +
            '    <script defer src="/start-reader.js"></script>',
        );
      },
    },
  };
}
