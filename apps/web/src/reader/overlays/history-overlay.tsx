import type { PageVersion } from '@octavo/contract/page.entities';
import { useState } from 'react';
import { HistoryDrawer } from '../../shared/history/history-drawer.tsx';
import type { OverlayProps } from '../model/overlay.ts';
import { mayEdit } from '../model/operations.ts';
import { RestoreDialog } from './restore-dialog.tsx';

export function HistoryOverlay({ item, page, onChanged, onClose }: OverlayProps) {
  const [restoring, setRestoring] = useState<PageVersion>();
  if (!page) return null;
  return (
    <>
      <HistoryDrawer
        page_id={page.page_id}
        current={page}
        mayEdit={mayEdit(item, page)}
        onRestore={setRestoring}
        onClose={onClose}
      />
      {restoring && (
        <RestoreDialog
          page={page}
          version={restoring}
          onRestored={() => {
            onClose();
            onChanged('renewed');
          }}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </>
  );
}
