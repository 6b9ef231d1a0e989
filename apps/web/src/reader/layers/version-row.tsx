import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { Columns2, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useErrorText } from '../../shared/api/error-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import styles from './history-drawer.module.css';

interface VersionRowProps {
  version: PageVersion;
  mayEdit: boolean;
  onCommented: () => void;
  onRestore: () => void;
}

export function VersionRow({ version, mayEdit, onCommented, onRestore }: VersionRowProps) {
  const { t } = useText();
  const [isCommenting, setCommenting] = useState(false);
  const { page_id, page_history_id, page_comments: comment } = version;
  return (
    <li className={styles.row}>
      <Avatar username={version.author_username} />
      <div className={styles.text}>
        <div className={styles.who}>{version.author_username}</div>
        <div className={styles.when}>
          <Time value={version.addtime} />
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
          <a className={styles.compare} href={paths.diffPage.href({ page_id, page_history_id })}>
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

/** A version with a comment is kept for good. */
function CommentForm(props: { version: PageVersion; onDone: () => void; onCancel: () => void }) {
  const { t } = useText();
  const errorText = useErrorText();
  const { page_id, page_history_id, page_comments } = props.version;
  const [text, setText] = useState(page_comments);
  async function save() {
    try {
      const input = { page_id, page_history_id, page_comments: text };
      await call(calls.page.updateHistoryComments, input);
      showToast({ kind: 'done', text: t('reader.commentSaved') });
      props.onDone();
    } catch (error) {
      showToast({ kind: 'error', text: errorText(error) });
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles.field}
        maxLength={200}
        aria-label={t('reader.comment')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          props.onCancel();
        }}
      />
      <Button type="submit" size="small" variant="primary">
        {t('reader.saveComment')}
      </Button>
    </form>
  );
}
