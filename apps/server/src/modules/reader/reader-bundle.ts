import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Language } from '@octavo/contract/entities';
import type { ReaderDocument } from '@octavo/contract/reader';
import { z } from 'zod';

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** The server entry of the web build: `apps/web/src/reader/entry-server.tsx`. */
interface ServerEntry {
  renderReader(shown: ReaderDocument): Promise<{ pipe(to: NodeJS.WritableStream): unknown }>;
  readonly katexStyle: string;
}

export interface ReaderBundle {
  /** The HTML template, split at the placeholders for head, reader and data. */
  readonly html: readonly [start: string, head: string, reader: string, end: string];
  /** Undefined without a web build: the document then contains only the data. */
  readonly entry: ServerEntry | undefined;
  /** Translation files of the reader, which are preloaded. */
  readonly textsFile: Readonly<Record<Language, string | undefined>>;
}

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));
const PLACEHOLDERS = /<!--(?:head|reader|data)-->/;
const FALLBACK_HTML =
  '<!doctype html><html lang="en"><head><!--head--></head><body><!--reader--><!--data--></body></html>';

function splitTemplate(html: string): ReaderBundle['html'] {
  const [start, head, reader, end] = html.split(PLACEHOLDERS);
  if (start === undefined || head === undefined || reader === undefined || end === undefined)
    throw new Error('reader.html lacks a placeholder');
  return [start, head, reader, end];
}

/** Loads the built reader. Without a build the server uses a minimal template. */
export async function loadReaderBundle(): Promise<ReaderBundle> {
  if (!existsSync(`${DIST}reader.html`))
    return {
      html: splitTemplate(FALLBACK_HTML),
      entry: undefined,
      textsFile: { en: undefined, 'zh-cn': undefined },
    };
  const html = await readFile(`${DIST}reader.html`, 'utf8');
  const files = manifestSchema.parse(
    JSON.parse(await readFile(`${DIST}.vite/reader-manifest.json`, 'utf8')),
  );
  const file = (language: Language) => files[`src/reader/texts/${language}.ts`]?.file;
  const entryUrl = pathToFileURL(`${DIST}server/entry-server.js`).href;
  return {
    html: splitTemplate(html),
    entry: (await import(entryUrl)) as ServerEntry,
    textsFile: { en: file('en'), 'zh-cn': file('zh-cn') },
  };
}
