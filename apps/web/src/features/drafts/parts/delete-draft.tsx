import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useErrorText } from '../../../shared/api/error-text.ts';
import type { DraftSummary } from '../../../shared/autosave/use-drafts.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

interface DeleteDraftProps {
  draft: DraftSummary;
  onDelete: () => Promise<void>;
  onClosed: () => void;
}

export function DeleteDraft({ draft, onDelete, onClosed }: DeleteDraftProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const [done, setDone] = useState(false);
  return (
    <ConfirmDialog
      title={t('drafts.deleteTitle', { name: draft.title || t('editor.untitled') })}
      confirm={t('drafts.deleteConfirm')}
      done={done}
      onConfirm={() =>
        void onDelete().then(
          () => setDone(true),
          (error: unknown) => showToast({ kind: 'error', text: errorText(error) }),
        )
      }
      onClosed={onClosed}
    >
      {t('drafts.deleteText')}
    </ConfirmDialog>
  );
}
