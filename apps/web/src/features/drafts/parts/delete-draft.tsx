import { useState } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { Draft } from '../../../shared/autosave/draft.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface DeleteDraftProps {
  draft: Draft;
  onDelete: () => Promise<void>;
  onClosed: () => void;
}

export function DeleteDraft({ draft, onDelete, onClosed }: DeleteDraftProps) {
  const { t } = useText();
  const [done, setDone] = useState(false);
  return (
    <ConfirmDialog
      title={t('drafts.deleteTitle', { name: draft.fields.title || t('editor.untitled') })}
      confirm={t('drafts.deleteConfirm')}
      done={done}
      onConfirm={() => void onDelete().then(() => setDone(true))}
      onClosed={onClosed}
    >
      {t('drafts.deleteText')}
    </ConfirmDialog>
  );
}
