import { PassThrough, Readable } from 'node:stream';
import { READER_DATA_ID } from '@octavo/contract/reader';
import type { ReaderDocument, ReaderView } from '@octavo/contract/reader';
import { languageTags } from '../../http/language.ts';
import { withBanner } from '../../http/site-banner.ts';
import type { ReaderBundle } from './reader-bundle.ts';
import { footerHtml, headHtml, scriptJson } from './reader-head.policy.ts';
import type { DocumentHead } from './reader-head.policy.ts';

/** The HTML of the page is already in the document, so it is left out of the data. */
function withoutHtml(view: ReaderView): ReaderView {
  if (view.kind === 'missing' || !view.page) return view;
  const { html: _html, ...page } = view.page;
  return { ...view, page } as ReaderView;
}

function pageHtml(view: ReaderView): string {
  return view.kind === 'missing' ? '' : (view.page?.html ?? '');
}

function resourceLinks({ entry, textsFile }: ReaderBundle, readerDocument: ReaderDocument): string {
  const texts = textsFile[readerDocument.language];
  const hasMath = pageHtml(readerDocument.view).includes('class="katex');
  return [
    texts ? `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${texts}">` : '',
    entry && hasMath ? `<link rel="stylesheet" href="${entry.katexStyle}">` : '',
  ].join('');
}

/** Streams the document: head, server-rendered HTML, and the data for hydration in the browser. */
export async function renderDocument(
  bundle: ReaderBundle,
  readerDocument: ReaderDocument,
  { banner, footer, ...head }: DocumentHead & { readonly banner: string; readonly footer: string },
): Promise<Readable> {
  const rendered = await bundle.entry?.renderReader(readerDocument);
  const [start, beforeReader, beforeData, end] = bundle.html;
  const data = scriptJson({ ...readerDocument, view: withoutHtml(readerDocument.view) });
  async function* parts(): AsyncGenerator<Buffer | string> {
    yield start.replace(
      '<html lang="en">',
      `<html lang="${languageTags[readerDocument.language]}">`,
    );
    yield headHtml(head) + resourceLinks(bundle, readerDocument) + withBanner(beforeReader, banner);
    if (rendered) {
      const stream = new PassThrough();
      rendered.pipe(stream);
      yield* stream;
    }
    yield `${beforeData}<script type="application/json" id="${READER_DATA_ID}">${data}</script>${footerHtml(footer)}${end}`;
  }
  return Readable.from(parts(), { objectMode: false });
}
