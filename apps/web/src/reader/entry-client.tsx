import { READER_DATA_ID, type ReaderDocument } from '@octavo/contract/reader';
import { paths } from '@octavo/contract/paths';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onLoginNeeded } from '../shared/session/login-needed.ts';
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import '../shared/markdown/prose.css';
import '../shared/ui/reading.css';
import './reader.css';
import { CONTENT_ID } from './parts/content.tsx';
import { Reader } from './reader.tsx';
import { loadReaderTexts } from './texts/load-texts.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('reader.html has no #root');

/** The data embedded in the server-rendered document. The page's HTML is not sent twice: it is read from the document. */
function readEmbeddedDocument(): ReaderDocument | undefined {
  const data = document.querySelector(`#${READER_DATA_ID}`)?.textContent;
  if (!data) return undefined;
  const readerDocument = JSON.parse(data) as ReaderDocument;
  const html = document.querySelector(`#${CONTENT_ID}`)?.innerHTML ?? '';
  const { view } = readerDocument;
  if (view.kind === 'item' && view.page)
    return { ...readerDocument, view: { ...view, page: { ...view.page, html } } };
  return view.kind === 'page'
    ? { ...readerDocument, view: { ...view, page: { ...view.page, html } } }
    : readerDocument;
}

function readerElement(
  readerDocument: ReaderDocument,
  texts: Awaited<ReturnType<typeof loadReaderTexts>>,
) {
  return (
    <StrictMode>
      <Reader readerDocument={readerDocument} texts={texts} />
    </StrictMode>
  );
}

onLoginNeeded(() =>
  location.assign(paths.login.href({ redirect: location.pathname + location.search })),
);

const embeddedDocument = readEmbeddedDocument();

// Back may show the document as it was left: before an edit, or before a logout.
addEventListener(
  'pageshow',
  ({ persisted }) => persisted && embeddedDocument?.is_login && location.reload(),
);

if (embeddedDocument)
  hydrateRoot(
    root,
    readerElement(embeddedDocument, await loadReaderTexts(embeddedDocument.language)),
  );
else {
  // Only the development server sends a document without content.
  const { loadDocument } = await import('./load-document.ts');
  const readerDocument = await loadDocument();
  createRoot(root).render(
    readerElement(readerDocument, await loadReaderTexts(readerDocument.language)),
  );
}
