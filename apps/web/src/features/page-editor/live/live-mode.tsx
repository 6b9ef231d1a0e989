import { useEffect, useState, type ComponentType } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { LiveViewProps } from './live-view.tsx';

interface LiveModeProps extends LiveViewProps {
  onFailed: () => void;
}

let LoadedView: ComponentType<LiveViewProps> | undefined;

/** Loads Live mode when it is first chosen. */
export function LiveMode({ onFailed, ...props }: LiveModeProps) {
  const { t } = useText();
  const [View, setView] = useState(() => LoadedView);
  useEffect(() => {
    if (View) return;
    let isChosen = true;
    import('./live-view.tsx').then(
      ({ LiveView }) => {
        LoadedView = LiveView;
        if (isChosen) setView(() => LiveView);
      },
      () => {
        if (!isChosen) return;
        showToast({ kind: 'error', text: t('editor.liveFailed') });
        onFailed();
      },
    );
    return () => {
      isChosen = false;
    };
  }, [View, onFailed, t]);
  return View && <View {...props} />;
}
