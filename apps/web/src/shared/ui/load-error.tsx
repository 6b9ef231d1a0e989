import { CloudOff, Hourglass, LockKeyhole, RotateCw, ServerCrash, Wrench } from 'lucide-react';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import { useText } from '../i18n/texts.tsx';
import busy from './busy-note.module.css';
import { BusyNote } from './busy-note.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { RetryLater } from './retry-later.tsx';
import { FailureState } from './state-block.tsx';

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
  level?: 'screen' | 'part';
}

/** Shown instead of the content when its data could not be loaded. */
export function LoadError({ error, onRetry, level = 'part' }: LoadErrorProps) {
  const { t, rich } = useText();
  const again = (
    <Button icon={<RotateCw />} onClick={onRetry}>
      {t('shell.tryAgain')}
    </Button>
  );

  if (error instanceof BusinessError) {
    if (error.status === 503)
      return level === 'part' ? (
        <div className={busy.part}>
          <BusyNote onRetry={onRetry} />
        </div>
      ) : (
        <RetryLater
          icon={<Hourglass />}
          title={t('states.busyTitle')}
          text={t('states.busyText')}
          {...{ onRetry, level }}
        />
      );
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
  if (error instanceof NetworkError && error.reason === 'gateway')
    return (
      <RetryLater
        icon={<Wrench />}
        title={t('states.updatingTitle')}
        text={t('states.updatingText')}
        {...{ onRetry, level }}
      />
    );
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
            {error.requestId && (
              <CopyButton text={error.requestId} label={t('states.copyNumber')} />
            )}
          </>
        }
      >
        {error.requestId
          ? rich('states.serverNumber', { number: <span className="mono">{error.requestId}</span> })
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
