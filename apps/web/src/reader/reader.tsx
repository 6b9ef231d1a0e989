import type { ReaderDocument } from '@octavo/contract/reader';
import { LucideProvider } from 'lucide-react';
import { useEffect } from 'react';
import type { LoadedTexts } from '../shared/i18n/language.ts';
import { TextsProvider } from '../shared/i18n/texts.tsx';
import { dropText, takeOverKeys } from '../shared/palette/early-text.ts';
import { SkipLink } from '../shared/ui/skip-link.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Tooltips } from '../shared/ui/tooltips.tsx';
import { useHeadingHash } from './model/use-heading-hash.ts';
import { Crash } from './parts/crash.tsx';
import { loadReaderTexts } from './texts/load-texts.ts';
import { ItemView } from './views/item.view.tsx';
import { LonePageView } from './views/lone-page.view.tsx';
import { MissingView } from './views/missing.view.tsx';
import { SinglePageView } from './views/single-page.view.tsx';

/** The root component of the reader: rendered on the server and hydrated in the browser. */
export function Reader({ shown, texts }: { shown: ReaderDocument; texts: LoadedTexts }) {
  const hasPalette = shown.view.kind === 'item';
  useEffect(() => {
    takeOverKeys();
    if (!hasPalette) dropText();
  }, [hasPalette]);
  useHeadingHash();
  return (
    <TextsProvider first={texts} load={loadReaderTexts}>
      <LucideProvider size={16} strokeWidth={1.75}>
        <Crash>
          <SkipLink />
          <View shown={shown} />
          <Toasts />
          <Tooltips />
        </Crash>
      </LucideProvider>
    </TextsProvider>
  );
}

/** Item types without a tree: 2 is a single page, 4 a table. */
const WITHOUT_TREE: readonly number[] = [2, 4];

function View({ shown }: { shown: ReaderDocument }) {
  const { view, is_login } = shown;
  switch (view.kind) {
    case 'item':
      return WITHOUT_TREE.includes(view.item.item_type) ? (
        <SinglePageView view={view} />
      ) : (
        <ItemView view={view} />
      );
    case 'page':
      return <LonePageView page={view.page} isLogin={is_login} />;
    case 'missing':
      return (
        <MissingView
          reason={view.reason}
          isLogin={is_login}
          site={{ name: shown.site_name, logo: shown.site_logo }}
        />
      );
  }
}
