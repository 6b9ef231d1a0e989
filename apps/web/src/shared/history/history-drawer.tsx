import { calls } from '@octavo/contract';
import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { useState } from 'react';
import { useUncachedCall } from '../api/use-uncached-call.ts';
import { ExactTime } from '../i18n/exact-time.tsx';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Modal } from '../ui/modal.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-block.tsx';
import { Tag } from '../ui/tag.tsx';
import styles from './history-drawer.module.css';
import { VersionRow } from './version-row.tsx';

type Current = Pick<PageInfo, 'author_username' | 'addtime' | 'page_comments'>;

interface HistoryDrawerProps {
  page_id: number;
  /** The author, time and note of the current version; undefined until it is loaded. */
  current: Current | undefined;
  mayEdit: boolean;
  /** Neither a comparison nor an expired session may replace an editor with unsaved text. */
  inEditor?: boolean;
  onRestore: (version: PageVersion) => void;
  onClose: () => void;
}

/** The former versions of a page, newest first, with actions to compare, comment and restore. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { page_id, current, mayEdit, inEditor = false, onRestore, onClose } = props;
  const { t } = useText();
  const [refreshKey, setRefreshKey] = useState(0);
  const input = { page_id, content: false };
  const answer = useUncachedCall(calls.page.history, input, { refreshKey, silent: inEditor });
  const site = useUncachedCall(calls.common.homePageSetting, {}, { silent: inEditor });
  const versions = answer.state === 'here' ? answer.data : [];
  return (
    <Modal
      variant="drawer"
      title={t('reader.versions')}
      aside={versions.length > 0 && t('reader.versionsKept', { count: versions.length })}
      foot={
        site.state === 'here' &&
        t('reader.versionsFoot', { count: site.data.history_version_count })
      }
      onClose={onClose}
    >
      {answer.state === 'waiting' && <Skeleton inset shape="rows" />}
      {answer.state === 'failed' && <LoadError error={answer.error} onRetry={answer.retry} />}
      {answer.state === 'here' && (
        <ul>
          {current && <CurrentRow {...current} />}
          {versions.map((version) => (
            <VersionRow
              key={version.page_history_id}
              version={version}
              mayEdit={mayEdit}
              inNewTab={inEditor}
              onCommented={() => setRefreshKey(refreshKey + 1)}
              onRestore={() => onRestore(version)}
            />
          ))}
        </ul>
      )}
      {answer.state === 'here' && versions.length === 0 && (
        <EmptyState title={t('reader.noVersionsTitle')}>{t('reader.noVersionsText')}</EmptyState>
      )}
    </Modal>
  );
}

function CurrentRow({ author_username, addtime, page_comments: note }: Current) {
  const { t } = useText();
  return (
    <li className={styles.row}>
      <Avatar username={author_username} />
      <div className={styles.text}>
        <div className={styles.who}>
          {author_username}
          <Tag kind="accent">{t('reader.current')}</Tag>
        </div>
        <div className={styles.when}>
          <ExactTime value={addtime} />
        </div>
        {note && <p className={styles.comment}>{t('reader.quoted', { text: note })}</p>}
      </div>
    </li>
  );
}
