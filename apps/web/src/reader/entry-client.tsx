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
function fromDocument(): ReaderDocument | undefined {
  const data = document.querySelector(`#${READER_DATA_ID}`)?.textContent;
  if (!data) return undefined;
  const shown = JSON.parse(data) as ReaderDocument;
  const html = document.querySelector(`#${CONTENT_ID}`)?.innerHTML ?? '';
  const { view } = shown;
  if (view.kind === 'item' && view.page)
    return { ...shown, view: { ...view, page: { ...view.page, html } } };
  return view.kind === 'page'
    ? { ...shown, view: { ...view, page: { ...view.page, html } } }
    : shown;
}

function element(shown: ReaderDocument, texts: Awaited<ReturnType<typeof loadReaderTexts>>) {
  return (
    <StrictMode>
      <Reader shown={shown} texts={texts} />
    </StrictMode>
  );
}

onLoginNeeded(() =>
  location.assign(paths.login.href({ redirect: location.pathname + location.search })),
);

const drawn = fromDocument();
if (drawn) hydrateRoot(root, element(drawn, await loadReaderTexts(drawn.language)));
else {
  // Only the development server sends a document without content.
  const { loadDocument } = await import('./load-document.ts');
  const shown = await loadDocument();
  createRoot(root).render(element(shown, await loadReaderTexts(shown.language)));
}
