import type { Account } from '@octavo/contract/entities';
import { paths } from '@octavo/contract/paths';
import { Navigate, useLocation, useOutletContext, useParams, useSearchParams } from 'react-router';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError, NoRight } from '../../shared/items/item-load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { Editor } from './editor.tsx';
import type { Asked } from './opening.ts';
import { DraftQuestion } from './states/draft-question.tsx';
import { LockedScreen } from './states/locked-screen.tsx';
import { useOpening } from './use-opening.ts';

const MARKDOWN = 0;
const number = (text: string | null | undefined) => Math.max(0, Math.trunc(Number(text)) || 0);

export function PageEditorScreen() {
  const place = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const asked: Asked = {
    item_id: number(params['item_id']),
    page_id: number(params['page_id']),
    cat_id: number(search.get('cat_id')),
    copy_page_id: number(search.get('copy_page_id')),
    draft: search.get('draft') ?? undefined,
  };
  // A new page gets its own address after its first save and stays the same editor.
  const same = (place.state as { editor?: string } | null)?.editor ?? place.key;
  return <OpenedEditor key={same} place={same} asked={asked} />;
}

function OpenedEditor({ asked, place }: { asked: Asked; place: string }) {
  const { t } = useText();
  const writer = useOutletContext<Account>();
  const { opening, error, retry, restore, discard } = useOpening(asked, writer.uid);

  if (opening?.lock?.kind === 'other')
    return <LockedScreen opening={opening} holder={opening.lock.holder} onFree={retry} />;
  if (opening?.page_type === MARKDOWN && opening.mayEdit)
    return (
      <>
        <Editor key={opening.id} opening={opening} writer={writer} place={place} />
        {opening.draft && (
          <DraftQuestion
            draft={opening.draft}
            saved={opening.fields}
            onRestore={restore}
            onDiscard={discard}
          />
        )}
      </>
    );
  if (opening && opening.page_type !== MARKDOWN)
    return <Navigate replace to={paths.item.href({ item: opening.item_id })} />;
  if (opening) return <PlainFrame>{<NoRight />}</PlainFrame>;
  if (error)
    return (
      <PlainFrame>
        <ItemLoadError error={error} onRetry={retry} />
      </PlainFrame>
    );
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <PageTitle screen={t('editor.title')} />
      <Skeleton shape="page" />
    </main>
  );
}
