import type { LonePage } from '@octavo/contract/reader';
import { Paperclip } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import styles from './page-head.module.css';

/** The title, then one line: who, when, and how many files hang on the page. */
export function PageHead({ page }: { page: LonePage }) {
  const { t, rich } = useText();
  const { author_username: author, attachment_count: files } = page;
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{page.page_title}</h1>
      <div className={styles.meta}>
        <Avatar small username={author} />
        <span>{rich('reader.editedBy', { author, time: <Time value={page.addtime} /> })}</span>
        {files > 0 && (
          <>
            <span aria-hidden="true">·</span>
            <span className={styles.files}>
              <Paperclip />
              {t('reader.attachments', { count: files })}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
