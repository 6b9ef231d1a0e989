import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { Unlink } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { hasErrorName } from '../../shared/api/use-form-command.ts';
import { useSecretQuery } from '../../shared/hooks/secret-query.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { VisitorsOnly } from '../../shared/session/visitors-only.tsx';
import { site } from '../../shared/site/site-identity.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { InvitationForm } from './invitation-form.tsx';

const siteName = () => site.site_name || 'Octavo';

/** The page behind the link of an invitation. It shows the site, the inviter and whether the link works. */
export function InvitationScreen() {
  const { t } = useText();
  const token = useSecretQuery().get('token') ?? '';
  return (
    <>
      <PageTitle screen={t('user.inviteTitle', { site: siteName() })} />
      <VisitorsOnly>
        {(onEntered) =>
          token === '' ? <LinkEnded /> : <Invitation token={token} onEntered={onEntered} />
        }
      </VisitorsOnly>
    </>
  );
}

function Invitation({ token, onEntered }: { token: string; onEntered: () => void }) {
  const { t, rich } = useText();
  const [isEnded, setEnded] = useState(false);
  const { data, error, refetch } = useCall(calls.user.invitation, { token });
  if (isEnded || (error && hasErrorName(error, 'linkInvalid'))) return <LinkEnded />;
  if (error && !data)
    return <LoadError level="screen" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="form" />;
  const { inviter, username, name } = data;
  return (
    <>
      <h1>{t('user.inviteTitle', { site: siteName() })}</h1>
      <p>
        {inviter === ''
          ? t('user.inviteText')
          : rich('user.inviteTextBy', { inviter: <b>{inviter}</b> })}
      </p>
      <InvitationForm
        token={token}
        username={username}
        name={name}
        onEntered={onEntered}
        onEnded={() => setEnded(true)}
      />
    </>
  );
}

function LinkEnded() {
  const { t } = useText();
  return (
    <Outcome
      tone="warning"
      icon={<Unlink />}
      title={t('user.linkOldTitle')}
      actions={
        <ButtonLink variant="primary" size="large" block to={paths.login.href()}>
          {t('user.loginTitle')}
        </ButtonLink>
      }
    >
      {t('user.inviteEnded')}
    </Outcome>
  );
}
