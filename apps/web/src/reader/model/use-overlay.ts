import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { captureText, discardText, ifCapturing } from '../../shared/palette/early-text.ts';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { OverlayName } from './operations.ts';
import type { OverlayProps } from './overlay.ts';
import { loadOverlay } from './load-overlay.ts';

/** Shows at most one overlay; its code is loaded when it is opened. */
export function useOverlay() {
  const { t } = useText();
  const [Overlay, setOverlay] = useState<ComponentType<OverlayProps>>();
  const show = useCallback(
    async (name: OverlayName) => {
      try {
        const loaded = await loadOverlay(name);
        setOverlay(() => loaded);
      } catch {
        discardText();
        // The browser is offline, or a new release has replaced the chunk.
        const retryAction = { label: t('states.reload'), run: () => location.reload() };
        showToast({ kind: 'error', text: t('states.loadTitle'), action: retryAction });
      }
    },
    [t],
  );
  const close = useCallback(() => setOverlay(undefined), []);
  const openPalette = useCallback(() => {
    captureText();
    void show('palette');
  }, [show]);
  // Ctrl+K may have been pressed before this script was loaded.
  useEffect(() => ifCapturing(() => void show('palette')), [show]);
  return { Overlay, show, openPalette, close };
}
