import { CircleAlert, RotateCw, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { BusinessError, NetworkError } from '../shared/api/call-error.ts';
import { useText } from '../shared/i18n/texts.tsx';
import { Button } from '../shared/ui/button.tsx';
import { LoadError } from '../shared/ui/load-error.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';
import { FailureState } from '../shared/ui/state-block.tsx';
import { PlainFrame } from '../shared/ui/plain-frame.tsx';

/** Whatever a screen throws ends here: a failed loader, a chunk of an older release, a mistake of ours. */
export function ErrorScreen() {
  const { t } = useText();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const answered = error instanceof BusinessError || error instanceof NetworkError;
  const outdated = isMissingChunk(error);

  useEffect(() => {
    // A mistake of ours belongs into the browser's console, whoever caught it.
    if (!answered && !outdated) reportError(error);
  }, [error, answered, outdated]);

  if (answered)
    return (
      <PlainFrame>
        <PageTitle screen={t('states.loadTitle')} />
        <LoadError level="screen" error={error} onRetry={() => void revalidate()} />
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

/** Browsers and the bundler word it differently; each names what it could not load. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|preload CSS/i.test(error.message)
  );
}
