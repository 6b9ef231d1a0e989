import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { EditorHandle } from '../editor-handle.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { VersionRow } from './version-row.tsx';

const WIDTH = 440;

interface HistoryDrawerProps {
  page_id: number;
  handle: Pick<EditorHandle, 'replaceAll'>;
  onClosed: () => void;
}

/** Former versions of the page. Restoring puts one into the editor; it counts when it is saved. */
export function HistoryDrawer({ page_id, handle, onClosed }: HistoryDrawerProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(true);
  const [commented, setCommented] = useState<PageVersion>();
  const input = { page_id, content: false };
  const { data: versions, error, refetch } = useCall(calls.page.history, input, { silent: true });

  async function restore({ page_history_id }: PageVersion) {
    try {
      const asked = { page_id, page_history_id };
      const { history_page } = await call(calls.page.diff, asked, { silent: true });
      handle.replaceAll(history_page.page_content);
      showToast({ kind: 'done', text: t('editor.versionRestored') });
      setOpen(false);
    } catch (failed) {
      showToast({ kind: 'error', text: errorText(failed) });
    }
  }

  return (
    <Drawer
      open={isOpen}
      size={WIDTH}
      title={t('editor.history')}
      closable={{ closeIcon: <X />, 'aria-label': t('shell.close') }}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClosed()}
    >
      {error && !versions && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !versions && <Skeleton shape="rows" />}
      {versions?.length === 0 && (
        <EmptyState title={t('editor.noHistory')}>{t('editor.noHistoryText')}</EmptyState>
      )}
      <ul>
        {versions?.map((version) => (
          <VersionRow
            key={version.page_history_id}
            version={version}
            onComment={() => setCommented(version)}
            onRestore={() => void restore(version)}
          />
        ))}
      </ul>
      {commented && <CommentDialog version={commented} onClosed={() => setCommented(undefined)} />}
    </Drawer>
  );
}
