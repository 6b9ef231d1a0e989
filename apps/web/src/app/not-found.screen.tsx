import { paths } from '@octavo/contract/paths';
import { useText } from '../shared/i18n/texts.tsx';
import { useSession } from '../shared/session/session.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';
import { PlainFrame } from '../shared/ui/plain-frame.tsx';
import { EmptyState } from '../shared/ui/state-block.tsx';

export function NotFoundScreen() {
  const { t } = useText();
  const { state } = useSession();
  const title = t('states.notFoundTitle');
  return (
    <PlainFrame>
      <PageTitle screen={title} />
      <EmptyState
        level="screen"
        title={title}
        actions={
          state === 'user' ? (
            <ButtonLink variant="primary" to={paths.myItems.href()}>
              {t('shell.myItems')}
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" to={paths.landing.href()}>
              {t('states.toStart')}
            </ButtonLink>
          )
        }
      >
        {t('states.notFoundText')}
      </EmptyState>
    </PlainFrame>
  );
}
