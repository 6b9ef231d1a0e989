import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import type { LayerProps } from '../model/layer.ts';
import { mayEdit } from '../model/operations.ts';
import styles from './history-drawer.module.css';
import { Modal } from './modal.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useAnswer } from './use-answer.ts';
import { VersionRow } from './version-row.tsx';

/** Former versions, newest first, with the way to compare each with what stands now. */
export function HistoryDrawer({ item, page, onChanged, onClose }: LayerProps) {
  const { t } = useText();
  const [turn, setTurn] = useState(0);
  const [restoring, setRestoring] = useState<PageVersion>();
  const page_id = page?.page_id ?? 0;
  const answer = useAnswer(calls.page.history, { page_id, content: false }, turn);
  const site = useAnswer(calls.common.homePageSetting, {});
  if (!page) return null;
  const versions = answer.state === 'here' ? answer.data : [];
  const edits = mayEdit(item, page);
  return (
    <>
      <Modal
        look="drawer"
        title={t('reader.versions')}
        aside={versions.length > 0 && t('reader.versionsKept', { count: versions.length })}
        foot={
          site.state === 'here' &&
          t('reader.versionsFoot', { count: site.data.history_version_count })
        }
        onClose={onClose}
      >
        {answer.state === 'waiting' && <Skeleton shape="rows" />}
        {answer.state === 'failed' && <LoadError error={answer.error} onRetry={answer.retry} />}
        {answer.state === 'here' && (
          <ul>
            <Current page={page} />
            {versions.map((version) => (
              <VersionRow
                key={version.page_history_id}
                version={version}
                mayEdit={edits}
                onCommented={() => setTurn(turn + 1)}
                onRestore={() => setRestoring(version)}
              />
            ))}
          </ul>
        )}
        {answer.state === 'here' && versions.length === 0 && (
          <EmptyState title={t('reader.noVersionsTitle')}>{t('reader.noVersionsText')}</EmptyState>
        )}
      </Modal>
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

function Current({ page }: { page: ReaderPage }) {
  const { t } = useText();
  return (
    <li className={styles.row}>
      <Avatar username={page.author_username} />
      <div className={styles.text}>
        <div className={styles.who}>
          {page.author_username}
          <Tag kind="accent">{t('reader.current')}</Tag>
        </div>
        <div className={styles.when}>
          <Time value={page.addtime} />
        </div>
      </div>
    </li>
  );
}
