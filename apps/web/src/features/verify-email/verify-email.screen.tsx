import { paths } from '@octavo/contract/paths';
import { BadgeCheck, CloudOff, RotateCw, Unlink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { BusinessError } from '../../shared/api/call-error.ts';
import { useErrorText } from '../../shared/api/error-text.ts';
import { useSecretQuery } from '../../shared/hooks/secret-query.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Outcome } from '../../shared/ui/outcome.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useVerification } from './use-verification.ts';

export function VerifyEmailScreen() {
  const { t } = useText();
  const query = useSecretQuery();
  const { account } = useSession();
  const errorText = useErrorText();
  const uid = query.get('uid') ?? '';
  const { isSuccess, isFetching, error, refetch } = useVerification({
    uid,
    token: query.get('token') ?? '',
  });

  // A link that is opened twice is invalid, but if its owner is already verified, show success.
  if (isSuccess || (error && String(account?.uid) === uid && account?.email_verify))
    return (
      <Result
        tone="ok"
        icon={<BadgeCheck />}
        title={t('user.verifyDoneTitle')}
        actions={
          account ? (
            <ActionLink to={paths.myItems.href()}>{t('shell.myItems')}</ActionLink>
          ) : (
            <ActionLink to={paths.login.href()}>{t('user.loginTitle')}</ActionLink>
          )
        }
      >
        {t('user.verifyDoneText')}
      </Result>
    );

  if (error instanceof BusinessError && error.status === 200)
    return (
      <Result
        tone="warning"
        icon={<Unlink />}
        title={t('user.verifyOldTitle')}
        actions={<ActionLink to={paths.userSetting.href()}>{t('shell.userSettings')}</ActionLink>}
      >
        {t('user.verifyOldText')}
      </Result>
    );

  if (error)
    return (
      <Result
        tone="warning"
        icon={<CloudOff />}
        title={t('user.verifyFailedTitle')}
        actions={
          <Button
            size="large"
            block
            icon={<RotateCw />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {t('shell.tryAgain')}
          </Button>
        }
      >
        {errorText(error)}
      </Result>
    );

  return (
    <>
      <PageTitle screen={t('user.verifyWorking')} />
      <Skeleton shape="form" />
    </>
  );
}

function Result(props: ComponentProps<typeof Outcome>) {
  return (
    <>
      <PageTitle screen={props.title} />
      <Outcome {...props} />
    </>
  );
}

function ActionLink(props: { to: string; children: string }) {
  return <ButtonLink variant="primary" size="large" block {...props} />;
}
