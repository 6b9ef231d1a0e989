import { CircleAlert, RotateCw, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { BusinessError, NetworkError } from '../shared/api/call-error.ts';
import { useText } from '../shared/i18n/texts.tsx';
import { Button } from '../shared/ui/button.tsx';
import { LoadError } from '../shared/ui/load-error.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';
import { FailureState } from '../shared/ui/state-block.tsx';
import { PlainFrame } from '../shared/ui/plain-frame.tsx';

/** The error boundary of all screens: failed loaders, missing chunks of an older release, and bugs. */
export function ErrorScreen() {
  const { t } = useText();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const chunk = useFailedChunk(error);
  const isCallError = error instanceof BusinessError || error instanceof NetworkError;
  const outdated = chunk === 'missing';

  useEffect(() => {
    // Bugs are reported to the browser's console, although the router has caught them.
    if (!isCallError && chunk === undefined) reportError(error);
  }, [error, isCallError, chunk]);

  if (isCallError)
    return (
      <PlainFrame>
        <PageTitle screen={t('states.loadTitle')} />
        <LoadError level="screen" error={error} onRetry={() => void revalidate()} />
      </PlainFrame>
    );

  if (chunk === 'checking') return <PlainFrame>{undefined}</PlainFrame>;
  if (chunk instanceof NetworkError)
    return (
      <PlainFrame>
        <PageTitle screen={t('states.loadTitle')} />
        <LoadError level="screen" error={chunk} onRetry={() => location.reload()} />
      </PlainFrame>
    );

  const title = outdated ? t('states.outdatedTitle') : t('states.crashTitle');
  return (
    <PlainFrame>
      <PageTitle screen={title} />
      <FailureState
        level="screen"
        icon={outdated ? <Sparkles /> : <CircleAlert />}
        tone={outdated ? 'plain' : 'error'}
        title={title}
        actions={
          <Button variant="primary" icon={<RotateCw />} onClick={() => location.reload()}>
            {t('states.reload')}
          </Button>
        }
      >
        {outdated ? t('states.outdatedText') : t('states.crashText')}
      </FailureState>
    </PlainFrame>
  );
}

/**
 * Why a chunk could not be loaded: `missing` chunks belong to an older release; otherwise the server or network is
 * temporarily unavailable. Browsers cache a failed import, so only a reload can retry it.
 */
function useFailedChunk(error: unknown): NetworkError | 'missing' | 'checking' | undefined {
  const message = error instanceof Error ? error.message : '';
  // The messages of browsers and the bundler differ, but each contains the URL.
  const isChunk = /dynamically imported module|module script|preload CSS/i.test(message);
  const address = isChunk ? /(?:https?:\/)?\/\S+/.exec(message)?.[0] : undefined;
  const [chunkState, setChunkState] = useState<NetworkError | 'missing' | 'checking'>('checking');
  useEffect(() => {
    if (address === undefined) return;
    let isUnmounted = false;
    const checkChunk = async () => {
      const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (isUnmounted) return;
      if (answer?.status === 404) setChunkState('missing');
      else setChunkState(new NetworkError(!answer || answer.ok ? 'offline' : 'gateway'));
    };
    void checkChunk();
    return () => {
      isUnmounted = true;
    };
  }, [address]);
  if (!isChunk) return undefined;
  return address === undefined ? 'missing' : chunkState;
}
