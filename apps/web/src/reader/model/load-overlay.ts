import type { ComponentType } from 'react';
import type { OverlayName } from './operations.ts';
import type { OverlayProps } from './overlay.ts';

const loaders: Record<OverlayName, () => Promise<ComponentType<OverlayProps>>> = {
  share: async () => (await import('../overlays/share-dialog.tsx')).ShareDialog,
  history: async () => (await import('../overlays/history-overlay.tsx')).HistoryOverlay,
  info: async () => (await import('../overlays/info-drawer.tsx')).InfoDrawer,
  delete: async () => (await import('../overlays/delete-dialog.tsx')).DeleteDialog,
  palette: async () => (await import('../overlays/item-palette.tsx')).ItemPalette,
  shortcuts: async () => (await import('../overlays/shortcuts-dialog.tsx')).ShortcutsDialog,
};

export function loadOverlay(name: OverlayName): Promise<ComponentType<OverlayProps>> {
  return loaders[name]();
}
