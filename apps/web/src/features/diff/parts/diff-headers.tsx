import { calls } from '@octavo/contract';
import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CommentForm } from '../../../shared/history/comment-form.tsx';
import { formatExactTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './diff-headers.module.css';
import { OtherVersions } from './other-versions.tsx';

interface DiffHeadersProps {
  page: PageInfo;
  version: PageVersion;
}

/** Author and time of both versions: the current one at the left, the older one at the right. */
export function DiffHeaders({ page, version }: DiffHeadersProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const time = formatExactTime(page.addtime, language);
  return (
    <div className={styles.heads}>
      <div className={styles.head}>
        <Avatar username={page.author_username} />
        <div className={styles.words}>
          <h2>{t('diff.current')}</h2>
          <p>{t('diff.currentBy', { author: page.author_username, time })}</p>
        </div>
      </div>
      {/* The server sends `unique_key` only to users who may edit the page. */}
      <VersionHeader version={version} mayEdit={page.unique_key !== undefined} />
    </div>
  );
}

function VersionHeader({ version, mayEdit }: { version: PageVersion; mayEdit: boolean }) {
  const { t } = useText();
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [isCommenting, setCommenting] = useState(false);
  const { author_username: author, page_comments: comment } = version;

  function onCommented() {
    setCommenting(false);
    for (const { path } of [calls.page.diff, calls.page.history])
      void queries.invalidateQueries({ queryKey: [path] });
  }

  return (
    <div className={styles.head}>
      <Avatar username={author} />
      <div className={styles.words}>
        <h2>{t('diff.version', { time: formatExactTime(version.addtime, language) })}</h2>
        {isCommenting ? (
          <CommentForm
            version={version}
            onDone={onCommented}
            onCancel={() => setCommenting(false)}
          />
        ) : (
          <p>{comment ? t('diff.commented', { author, comment }) : author}</p>
        )}
      </div>
      <div className={styles.actions}>
        {mayEdit && !isCommenting && (
          <IconButton label={t('reader.editComment')} onClick={() => setCommenting(true)}>
            <Pencil />
          </IconButton>
        )}
        <OtherVersions version={version} />
      </div>
    </div>
  );
}
