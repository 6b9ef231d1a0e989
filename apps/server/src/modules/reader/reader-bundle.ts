import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Language } from '@octavo/contract/entities';
import type { ReaderDocument } from '@octavo/contract/reader';
import { z } from 'zod';

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** What the web's build leaves for the server: `apps/web/src/reader/entry-server.tsx`. */
interface ServerEntry {
  renderReader(shown: ReaderDocument): Promise<{ pipe(to: NodeJS.WritableStream): unknown }>;
  readonly katexStyle: string;
}

export interface ReaderBundle {
  /** The document around the reader, cut where title, reader and data go. */
  readonly html: readonly [start: string, head: string, reader: string, end: string];
  /** Absent in a tree that was not built: the document then holds the data alone. */
  readonly entry: ServerEntry | undefined;
  /** The reader's sentences, which it asks for before anything else. */
  readonly textsFile: Readonly<Record<Language, string | undefined>>;
}

const manifest = z.record(z.string(), z.object({ file: z.string() }));
const MARKS = /<!--(?:head|reader|data)-->/;
const BARE =
  '<!doctype html><html lang="en"><head><!--head--></head><body><!--reader--><!--data--></body></html>';

function cut(html: string): ReaderBundle['html'] {
  const [start, head, reader, end] = html.split(MARKS);
  if (start === undefined || head === undefined || reader === undefined || end === undefined)
    throw new Error('reader.html has lost one of its marks');
  return [start, head, reader, end];
}

/** The built reader. The server runs without a build, but what it draws with comes from one. */
export async function loadReaderBundle(): Promise<ReaderBundle> {
  if (!existsSync(`${DIST}reader.html`))
    return { html: cut(BARE), entry: undefined, textsFile: { en: undefined, 'zh-cn': undefined } };
  const html = await readFile(`${DIST}reader.html`, 'utf8');
  const files = manifest.parse(
    JSON.parse(await readFile(`${DIST}.vite/reader-manifest.json`, 'utf8')),
  );
  const file = (language: Language) => files[`src/reader/texts/${language}.ts`]?.file;
  const address = pathToFileURL(`${DIST}server/entry-server.js`).href;
  return {
    html: cut(html),
    entry: (await import(address)) as ServerEntry,
    textsFile: { en: file('en'), 'zh-cn': file('zh-cn') },
  };
}
