import type { PageVersion } from '@octavo/contract/page.entities';
import { paths } from '@octavo/contract/paths';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import styles from './version-row.module.css';

interface VersionRowProps {
  version: PageVersion;
  onComment: () => void;
  onRestore: () => void;
}

export function VersionRow({ version, onComment, onRestore }: VersionRowProps) {
  const { t } = useText();
  const { page_id, page_history_id, author_username, addtime, page_comments } = version;
  return (
    <li className={styles.row}>
      <p className={styles.head}>
        <b>{author_username}</b>
        <Time value={addtime} />
      </p>
      {page_comments && <p>{page_comments}</p>}
      <div className={styles.actions}>
        <ButtonLink
          size="small"
          target="_blank"
          to={paths.diffPage.href({ page_id, page_history_id })}
        >
          {t('editor.compare')}
        </ButtonLink>
        <Button size="small" onClick={onComment}>
          {t('editor.editComment')}
        </Button>
        <Button size="small" onClick={onRestore}>
          {t('editor.restoreVersion')}
        </Button>
      </div>
    </li>
  );
}
