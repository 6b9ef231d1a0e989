import { paths } from '@octavo/contract/paths';
import { LockKeyhole } from 'lucide-react';
import { BusinessError } from '../api/call-error.ts';
import { hasErrorName } from '../api/use-form-command.ts';
import { useText } from '../i18n/texts.tsx';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailureState } from '../ui/state-block.tsx';

type AccessDeniedText = 'item.noRightText' | 'admin.noRightText';

/** The user has no access to this screen; the text explains who can grant it. */
export function AccessDenied({ text = 'item.noRightText' }: { text?: AccessDeniedText }) {
  const { t } = useText();
  const { account } = useSession();
  return (
    <>
      <PageTitle screen={t('item.noRightTitle')} />
      <FailureState
        level="screen"
        icon={<LockKeyhole />}
        tone="plain"
        title={t('item.noRightTitle')}
        actions={<ToMyItems />}
      >
        {account && t(text, { username: account.username })}
      </FailureState>
    </>
  );
}

/** Shown when the item of a screen could not be loaded: no access, not found, or no response. */
export function ItemLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useText();
  if (hasErrorName(error, 'notManager', 'forbidden', 'visitPasswordNeeded'))
    return <AccessDenied />;
  if (isNotFound(error))
    return (
      <>
        <PageTitle screen={t('states.notFoundTitle')} />
        <EmptyState level="screen" title={t('states.notFoundTitle')} actions={<ToMyItems />}>
          {t('states.notFoundText')}
        </EmptyState>
      </>
    );
  return (
    <>
      <PageTitle screen={t('states.loadTitle')} />
      <LoadError level="screen" error={error} onRetry={onRetry} />
    </>
  );
}

/** General failures have the same error code; server failures also have an HTTP error status. */
function isNotFound(error: Error): boolean {
  return error instanceof BusinessError && error.status === 200 && hasErrorName(error, 'notFound');
}

function ToMyItems() {
  const { t } = useText();
  return (
    <ButtonLink variant="primary" to={paths.myItems.href()}>
      {t('shell.myItems')}
    </ButtonLink>
  );
}
