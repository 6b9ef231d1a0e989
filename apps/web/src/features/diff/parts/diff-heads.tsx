import { calls } from '@octavo/contract';
import type { PageInfo, PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { formatTime } from '../../../shared/i18n/format-time.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import styles from './diff-heads.module.css';

interface DiffHeadsProps {
  page: PageInfo;
  version: PageVersion;
}

/** Who wrote either text, and when; left what there is now, right what there was. */
export function DiffHeads({ page, version }: DiffHeadsProps) {
  const { t } = useText();
  const { language } = useLanguage();
  const time = (value: string) => formatTime(value, language);
  const author = version.author_username;
  return (
    <div className={styles.heads}>
      <div className={styles.head}>
        <Avatar username={page.author_username} />
        <div className={styles.words}>
          <h2>{t('diff.current')}</h2>
          <p>{t('diff.currentBy', { author: page.author_username, time: time(page.addtime) })}</p>
        </div>
      </div>
      <div className={styles.head}>
        <Avatar username={author} />
        <div className={styles.words}>
          <h2>{t('diff.version', { time: time(version.addtime) })}</h2>
          <p>
            {version.page_comments
              ? t('diff.commented', { author, comment: version.page_comments })
              : author}
          </p>
        </div>
        <OtherVersions version={version} />
      </div>
    </div>
  );
}

function OtherVersions({ version }: { version: PageVersion }) {
  const { t } = useText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { page_id } = version;
  const { data: versions } = useCall(calls.page.history, { page_id, content: false });
  if (!versions || versions.length < 2) return null;
  return (
    <select
      className={styles.others}
      aria-label={t('diff.otherVersions')}
      value={version.page_history_id}
      onChange={({ target: { value } }) =>
        void navigate(paths.diffPage.href({ page_id, page_history_id: value }), { replace: true })
      }
    >
      {versions.map(({ page_history_id, addtime, author_username }) => (
        <option key={page_history_id} value={page_history_id}>
          {formatTime(addtime, language)} {author_username}
        </option>
      ))}
    </select>
  );
}
