import { PassThrough, Readable } from 'node:stream';
import { READER_DATA_ID } from '@octavo/contract/reader';
import type { ReaderDocument, ReaderView } from '@octavo/contract/reader';
import { languageTags } from '../../http/language.ts';
import { withBanner } from '../../http/site-banner.ts';
import type { ReaderBundle } from './reader-bundle.ts';
import { footHtml, headHtml, scriptJson } from './reader-head.policy.ts';
import type { Head } from './reader-head.policy.ts';

/** The HTML of the page is already in the document, so it is left out of the data. */
function withoutHtml(view: ReaderView): ReaderView {
  if (view.kind === 'missing' || !view.page) return view;
  const { html: _html, ...page } = view.page;
  return { ...view, page } as ReaderView;
}

function pageHtml(view: ReaderView): string {
  return view.kind === 'missing' ? '' : (view.page?.html ?? '');
}

function links({ entry, textsFile }: ReaderBundle, shown: ReaderDocument): string {
  const texts = textsFile[shown.language];
  const hasMath = pageHtml(shown.view).includes('class="katex');
  return [
    texts ? `<link rel="modulepreload" crossorigin href="/${texts}">` : '',
    entry && hasMath ? `<link rel="stylesheet" href="${entry.katexStyle}">` : '',
  ].join('');
}

/** Streams the document: head, server-rendered HTML, and the data for hydration in the browser. */
export async function drawDocument(
  bundle: ReaderBundle,
  shown: ReaderDocument,
  { banner, footer, ...head }: Head & { readonly banner: string; readonly footer: string },
): Promise<Readable> {
  const drawn = await bundle.entry?.renderReader(shown);
  const [start, beforeReader, beforeData, end] = bundle.html;
  const data = scriptJson({ ...shown, view: withoutHtml(shown.view) });
  async function* parts(): AsyncGenerator<Buffer | string> {
    yield start.replace('<html lang="en">', `<html lang="${languageTags[shown.language]}">`);
    yield headHtml(head) + links(bundle, shown) + withBanner(beforeReader, banner);
    if (drawn) {
      const stream = new PassThrough();
      drawn.pipe(stream);
      yield* stream;
    }
    yield `${beforeData}<script type="application/json" id="${READER_DATA_ID}">${data}</script>${footHtml(footer)}${end}`;
  }
  return Readable.from(parts(), { objectMode: false });
}
