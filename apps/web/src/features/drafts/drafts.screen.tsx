import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { Draft } from '../../shared/autosave/draft.ts';
import { useDrafts } from '../../shared/autosave/use-drafts.ts';
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

/** Lists the user's unsaved drafts, which are stored on this device only. */
export function DraftsScreen() {
  const { t } = useText();
  const { account } = useSession();
  const { drafts, error, remove } = useDrafts(account?.uid ?? 0);
  const [deleting, setDeleting] = useState<Draft>();
  return (
    <Column width="form">
      <PageTitle screen={t('drafts.title')} />
      <PageHead
        title={t('drafts.title')}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
      />
      <p className={styles.help}>{t('drafts.help')}</p>
      {error ? (
        <Note kind="error">{t('drafts.unreadable')}</Note>
      ) : drafts ? (
        <Card>
          {drafts.length === 0 ? (
            <EmptyState title={t('drafts.emptyTitle')}>{t('drafts.emptyText')}</EmptyState>
          ) : (
            <ul>
              {drafts.map((draft) => (
                <DraftRow key={draft.id} draft={draft} onDelete={() => setDeleting(draft)} />
              ))}
            </ul>
          )}
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {deleting && (
        <DeleteDraft
          draft={deleting}
          onDelete={() => remove(deleting.id)}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </Column>
  );
}
