import { CloudOff, LockKeyhole, RotateCw, ServerCrash, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { FailureState, Waiting } from './state-block.tsx';

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
  level?: 'screen' | 'part';
}

/** What a screen shows instead of its content when its data did not come. Never a blank screen. */
export function LoadError({ error, onRetry, level = 'part' }: LoadErrorProps) {
  const { t, rich } = useText();
  const again = (
    <Button icon={<RotateCw />} onClick={onRetry}>
      {t('shell.tryAgain')}
    </Button>
  );

  if (error instanceof BusinessError) {
    if (error.status === 503) return <Updating onRetry={onRetry} level={level} />;
    return (
      <FailureState
        role="alert"
        level={level}
        icon={<LockKeyhole />}
        tone="plain"
        title={t('states.refusedTitle')}
        actions={again}
      >
        {error.message}
      </FailureState>
    );
  }
  if (error instanceof NetworkError && error.reason === 'unreadable') {
    return (
      <FailureState
        role="alert"
        level={level}
        icon={<ServerCrash />}
        title={t('states.serverTitle')}
        actions={
          <>
            {again}
            {error.number && <CopyButton text={error.number} label={t('states.copyNumber')} />}
          </>
        }
      >
        {error.number
          ? rich('states.serverNumber', { number: <span className="mono">{error.number}</span> })
          : t('states.serverText')}
      </FailureState>
    );
  }
  return (
    <FailureState
      role="alert"
      level={level}
      icon={<CloudOff />}
      title={t('states.loadTitle')}
      actions={again}
    >
      {t('states.loadText')}
    </FailureState>
  );
}

const WAIT_SECONDS = 15;

/** The server says it is out of service: it comes back by itself, so the screen asks by itself. */
function Updating({ onRetry, level }: Omit<LoadErrorProps, 'error'>) {
  const { t } = useText();
  const [left, setLeft] = useState(WAIT_SECONDS);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (left === 1) onRetry();
      setLeft(left === 1 ? WAIT_SECONDS : left - 1);
    }, 1000);
    return () => clearTimeout(timer);
  }, [left, onRetry]);
  return (
    <FailureState
      level={level ?? 'part'}
      icon={<Wrench />}
      tone="warning"
      title={t('states.updatingTitle')}
      actions={<Waiting>{t('states.updatingWait', { seconds: left })}</Waiting>}
    >
      {t('states.updatingText')}
    </FailureState>
  );
}
