import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { FailureState } from '../../shared/ui/state-block.tsx';

/** The error boundary of the reader: shows a message instead of an empty screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override render() {
    return this.state.hasFailed ? <ErrorFallback /> : this.props.children;
  }
}

function ErrorFallback() {
  const { t } = useText();
  return (
    <FailureState
      level="screen"
      icon={<CircleAlert />}
      title={t('states.crashTitle')}
      actions={
        <button type="button" onClick={() => location.reload()}>
          {t('states.reload')}
        </button>
      }
    >
      {t('states.crashText')}
    </FailureState>
  );
}
