import { paths } from '@octavo/contract/paths';
import { LockKeyhole } from 'lucide-react';
import { BusinessError } from '../api/call-error.ts';
import { isRefusal } from '../api/use-form-command.ts';
import { useText } from '../i18n/texts.tsx';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailureState } from '../ui/state-block.tsx';

type NoRightText = 'item.noRightText' | 'admin.noRightText';

/** The screen is there, but not for this person; the text says who can help. */
export function NoRight({ text = 'item.noRightText' }: { text?: NoRightText }) {
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

/** Why a screen about one item has nothing to show: no right, no such item, or no answer. */
export function ItemLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useText();
  if (isRefusal(error, 'notManager', 'forbidden', 'visitPasswordNeeded')) return <NoRight />;
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

/** Its code is that of every general failure; one of the server itself has a status too. */
function isNotFound(error: Error): boolean {
  return error instanceof BusinessError && error.status === 200 && isRefusal(error, 'notFound');
}

function ToMyItems() {
  const { t } = useText();
  return (
    <ButtonLink variant="primary" to={paths.myItems.href()}>
      {t('shell.myItems')}
    </ButtonLink>
  );
}
