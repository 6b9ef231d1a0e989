import type { SharedPage } from '@octavo/contract/reader';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { AttachmentsChip } from './attachments-chip.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  page: SharedPage;
  /** The share key that the page was opened with. */
  uniqueKey?: string | undefined;
}

/** The title, and a line with author, time and number of attachments. */
export function PageHead({ page, uniqueKey }: PageHeadProps) {
  const { rich } = useText();
  const { author_username: author } = page;
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{page.page_title}</h1>
      <div className={styles.meta}>
        <Avatar small username={author} />
        <span>{rich('reader.editedBy', { author, time: <Time value={page.addtime} /> })}</span>
        {page.attachment_count > 0 && (
          <>
            <span aria-hidden="true">·</span>
            <AttachmentsChip page={page} uniqueKey={uniqueKey} />
          </>
        )}
      </div>
    </div>
  );
}
