import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { call } from '../../../shared/api/call.ts';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { useUncachedCall } from '../../../shared/api/use-uncached-call.ts';
import { HistoryDrawer } from '../../../shared/history/history-drawer.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import type { EditorHandle } from '../source/create-editor-handle.ts';

interface EditorHistoryProps {
  page_id: number;
  handle: Pick<EditorHandle, 'replaceAll'>;
  onClosed: () => void;
}

/** Restoring loads a version into the editor; it becomes the current version after a save. */
export function EditorHistory({ page_id, handle, onClosed }: EditorHistoryProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const page = useUncachedCall(calls.page.info, { page_id }, { silent: true });

  async function restore({ page_history_id }: PageVersion) {
    try {
      const input = { page_id, page_history_id };
      const { history_page } = await call(calls.page.diff, input, { silent: true });
      handle.replaceAll(history_page.page_content);
      showToast({ kind: 'done', text: t('editor.versionRestored') });
      onClosed();
    } catch (failed) {
      showToast({ kind: 'error', text: errorText(failed) });
    }
  }

  return (
    <HistoryDrawer
      inEditor
      mayEdit
      page_id={page_id}
      current={page.state === 'here' ? page.data : undefined}
      onRestore={(version) => void restore(version)}
      onClose={onClosed}
    />
  );
}
