import { calls } from '@octavo/contract';
import { errors } from '@octavo/contract/errors';
import { paths } from '@octavo/contract/paths';
import { Navigate, useLocation, useParams } from 'react-router';
import { BusinessError } from '../../shared/api/call-error.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { ItemLoadError } from '../../shared/items/item-load-error.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PlainFrame } from '../../shared/ui/plain-frame.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MAIN_ID } from '../../shared/ui/skip-link.tsx';
import { Comparison } from './comparison.tsx';

/** Available to everyone who may read the page, so it is not part of the workspace layout. */
export function DiffScreen() {
  const { t } = useText();
  const location = useLocation();
  const { page_id = '', page_history_id = '' } = useParams();
  const { data, error, refetch } = useCall(calls.page.diff, {
    page_id: Number(page_id),
    page_history_id: Number(page_history_id),
  });

  if (error && !data) {
    if (needsPassword(error)) {
      const query = { page_id, redirect: location.pathname };
      return <Navigate replace to={paths.itemPassword.href({ item_id: 0 }, query)} />;
    }
    return (
      <PlainFrame>
        <ItemLoadError error={error} onRetry={() => void refetch()} />
      </PlainFrame>
    );
  }
  return (
    <>
      <PageTitle screen={t('diff.title')} />
      {data ? (
        <Comparison key={page_history_id} page={data.page} version={data.history_page} />
      ) : (
        <main id={MAIN_ID} tabIndex={-1}>
          <Skeleton inset shape="page" />
        </main>
      )}
    </>
  );
}

function needsPassword(error: Error): boolean {
  return error instanceof BusinessError && error.code === errors.visitPasswordNeeded.code;
}
