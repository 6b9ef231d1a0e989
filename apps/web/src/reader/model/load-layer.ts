import type { ComponentType } from 'react';
import type { LayerName } from './layer-name.ts';
import type { LayerProps } from './layer.ts';

const loaders: Record<LayerName, () => Promise<ComponentType<LayerProps>>> = {
  share: async () => (await import('../layers/share-dialog.tsx')).ShareDialog,
  history: async () => (await import('../layers/history-layer.tsx')).HistoryLayer,
  info: async () => (await import('../layers/info-drawer.tsx')).InfoDrawer,
  delete: async () => (await import('../layers/delete-dialog.tsx')).DeleteDialog,
  palette: async () => (await import('../layers/item-palette.tsx')).ItemPalette,
  shortcuts: async () => (await import('../layers/shortcuts-dialog.tsx')).ShortcutsDialog,
};

export function loadLayer(name: LayerName): Promise<ComponentType<LayerProps>> {
  return loaders[name]();
}
