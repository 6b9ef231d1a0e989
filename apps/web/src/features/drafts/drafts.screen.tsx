import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { useDrafts, type DraftSummary } from '../../shared/autosave/use-drafts.ts';
import { useSession } from '../../shared/session/session.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { DeleteDraft } from './parts/delete-draft.tsx';
import { DraftRow } from './parts/draft-row.tsx';
import styles from './drafts.module.css';

/** Lists the user's unsaved drafts on this device and on the server. */
export function DraftsScreen() {
  const { t } = useText();
  const { account } = useSession();
  const { drafts, storageError, serverError, remove } = useDrafts(account?.uid ?? 0);
  const [deleting, setDeleting] = useState<DraftSummary>();
  return (
    <Column width="form">
      <PageTitle screen={t('drafts.title')} />
      <PageHead
        title={t('drafts.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
      />
      <p className={styles.help}>{t('drafts.help')}</p>
      {storageError && <Note kind="error">{t('drafts.unreadable')}</Note>}
      {serverError && <Note kind="warning">{t('drafts.serverFailed')}</Note>}
      {drafts ? (
        <DraftList
          drafts={drafts}
          isComplete={!storageError && !serverError}
          onDelete={setDeleting}
        />
      ) : (
        <Skeleton shape="rows" />
      )}
      {deleting && (
        <DeleteDraft
          draft={deleting}
          onDelete={() => remove(deleting)}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </Column>
  );
}

interface DraftListProps {
  drafts: readonly DraftSummary[];
  /** False if some drafts could not be loaded: an empty list then does not mean that there are none. */
  isComplete: boolean;
  onDelete: (draft: DraftSummary) => void;
}

function DraftList({ drafts, isComplete, onDelete }: DraftListProps) {
  const { t } = useText();
  if (drafts.length === 0 && !isComplete) return null;
  return (
    <Card>
      {drafts.length === 0 ? (
        <EmptyState title={t('drafts.emptyTitle')}>{t('drafts.emptyText')}</EmptyState>
      ) : (
        <ul>
          {drafts.map((draft) => (
            <DraftRow key={draft.id} draft={draft} onDelete={() => onDelete(draft)} />
          ))}
        </ul>
      )}
    </Card>
  );
}
