import { calls } from '@octavo/contract';
import type { PageVersion } from '@octavo/contract/page.entities';
import { MAX_VERSION_COMMENT_LENGTH } from '@octavo/contract/limits';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';
import styles from './comment-form.module.css';

interface CommentFormProps {
  version: PageVersion;
  onDone: () => void;
  onCancel: () => void;
}

/** Edits the comment of a version; versions with a comment are exempt from the version limit. */
export function CommentForm({ version, onDone, onCancel }: CommentFormProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const { page_id, page_history_id, page_comments } = version;
  const [text, setText] = useState(page_comments);
  async function save() {
    try {
      const input = { page_id, page_history_id, page_comments: text };
      await call(calls.page.updateHistoryComments, input);
      showToast({ kind: 'done', text: t('reader.commentSaved') });
      onDone();
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
        maxLength={MAX_VERSION_COMMENT_LENGTH}
        aria-label={t('reader.comment')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
      />
      <Button type="submit" size="small" variant="primary">
        {t('reader.saveComment')}
      </Button>
    </form>
  );
}
