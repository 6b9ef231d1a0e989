import type { ReaderDocument } from '@octavo/contract/reader';
import { hasSinglePage } from '@octavo/contract/item-type';
import { LucideProvider } from 'lucide-react';
import { useEffect } from 'react';
import type { LoadedTexts } from '../shared/i18n/language.ts';
import { TextsProvider } from '../shared/i18n/texts.tsx';
import { discardText, takeOverKeys } from '../shared/palette/early-text.ts';
import { SkipLink } from '../shared/ui/skip-link.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Tooltips } from '../shared/ui/tooltips.tsx';
import { useHeadingHash } from './model/use-heading-hash.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { loadReaderTexts } from './texts/load-texts.ts';
import { ItemView } from './views/item.view.tsx';
import { SharedPageView } from './views/shared-page.view.tsx';
import { MissingView } from './views/missing.view.tsx';
import { SinglePageView } from './views/single-page.view.tsx';

/** The root component of the reader: rendered on the server and hydrated in the browser. */
export function Reader({
  readerDocument,
  texts,
}: {
  readerDocument: ReaderDocument;
  texts: LoadedTexts;
}) {
  const hasPalette = readerDocument.view.kind === 'item';
  useEffect(() => {
    takeOverKeys();
    if (!hasPalette) discardText();
  }, [hasPalette]);
  useHeadingHash();
  return (
    <TextsProvider first={texts} load={loadReaderTexts}>
      <LucideProvider size={16} strokeWidth={1.75}>
        <ErrorBoundary>
          <SkipLink />
          <View readerDocument={readerDocument} />
          <Toasts />
          <Tooltips />
        </ErrorBoundary>
      </LucideProvider>
    </TextsProvider>
  );
}

function View({ readerDocument }: { readerDocument: ReaderDocument }) {
  const { view, is_login } = readerDocument;
  switch (view.kind) {
    case 'item':
      return hasSinglePage(view.item.item_type) ? (
        <SinglePageView view={view} />
      ) : (
        <ItemView view={view} />
      );
    case 'page':
      return <SharedPageView page={view.page} isLogin={is_login} />;
    case 'missing':
      return (
        <MissingView
          reason={view.reason}
          isLogin={is_login}
          site={{ name: readerDocument.site_name, logo: readerDocument.site_logo }}
        />
      );
  }
}
