import type { PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { Columns2, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ExactTime } from '../i18n/exact-time.tsx';
import { useText } from '../i18n/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './history-drawer.module.css';

interface VersionRowProps {
  version: PageVersion;
  mayEdit: boolean;
  inNewTab: boolean;
  onCommented: () => void;
  onRestore: () => void;
}

export function VersionRow(props: VersionRowProps) {
  const { version, mayEdit, inNewTab, onCommented, onRestore } = props;
  const { t } = useText();
  const [isCommenting, setCommenting] = useState(false);
  const { page_id, page_history_id, page_comments: comment } = version;
  return (
    <li className={styles.row}>
      <Avatar username={version.author_username} />
      <div className={styles.text}>
        <div className={styles.who}>{version.author_username}</div>
        <div className={styles.when}>
          <ExactTime value={version.addtime} />
        </div>
        {isCommenting ? (
          <CommentForm
            version={version}
            onDone={() => {
              setCommenting(false);
              onCommented();
            }}
            onCancel={() => setCommenting(false)}
          />
        ) : (
          comment && <p className={styles.comment}>{t('reader.quoted', { text: comment })}</p>
        )}
        <div className={styles.actions}>
          <a
            className={styles.compare}
            href={paths.diffPage.href({ page_id, page_history_id })}
            {...(inNewTab && { target: '_blank' })}
          >
            <Columns2 />
            {t('reader.compare')}
          </a>
          {mayEdit && (
            <>
              <Button
                variant="quiet"
                size="small"
                icon={<Pencil />}
                onClick={() => setCommenting(true)}
              >
                {t('reader.editComment')}
              </Button>
              <Button variant="quiet" size="small" icon={<Undo2 />} onClick={onRestore}>
                {t('reader.restore')}
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
