import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { catchText, dropText, whenCatching } from '../../shared/palette/early-text.ts';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { LayerName } from './layer-name.ts';
import type { LayerProps } from './layer.ts';
import { loadLayer } from './load-layer.ts';

/** Shows at most one overlay; its code is loaded when it is opened. */
export function useLayers() {
  const { t } = useText();
  const [Layer, setLayer] = useState<ComponentType<LayerProps>>();
  const show = useCallback(
    async (name: LayerName) => {
      try {
        const loaded = await loadLayer(name);
        setLayer(() => loaded);
      } catch {
        dropText();
        // The browser is offline, or a new release has replaced the chunk.
        const again = { label: t('states.reload'), run: () => location.reload() };
        showToast({ kind: 'error', text: t('states.loadTitle'), action: again });
      }
    },
    [t],
  );
  const close = useCallback(() => setLayer(undefined), []);
  const openPalette = useCallback(() => {
    catchText();
    void show('palette');
  }, [show]);
  // Ctrl+K may have been pressed before this script was loaded.
  useEffect(() => whenCatching(() => void show('palette')), [show]);
  return { Layer, show, openPalette, close };
}
