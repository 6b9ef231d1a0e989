import { paths } from '@octavo/contract/paths';
import { Download, Trash2 } from 'lucide-react';
import { useErrorText } from '../../../shared/api/error-text.ts';
import { downloadText } from '../../../shared/device/download-text.ts';
import { useNow } from '../../../shared/hooks/now.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { DISCARDED_RETENTION_MS } from '../../../shared/autosave/draft-store.ts';
import { loadDraftContent, type DraftSummary } from '../../../shared/autosave/use-drafts.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './draft-row.module.css';

const DAY_MS = 24 * 3_600_000;
const EXCERPT_LENGTH = 140;

export function DraftRow({ draft, onDelete }: { draft: DraftSummary; onDelete: () => void }) {
  const { t } = useText();
  const errorText = useErrorText();
  const now = useNow() ?? draft.time;
  const { id, item_id, item_name, page_id, title, content, time, state, isOnServer } = draft;
  const name = title || t('editor.untitled');
  const days = Math.max(1, Math.ceil((time + DISCARDED_RETENTION_MS - now) / DAY_MS));
  const download = () =>
    loadDraftContent(draft).then(
      (text) => downloadText(name, text),
      (error: unknown) => showToast({ kind: 'error', text: errorText(error) }),
    );
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2>{name}</h2>
        {state === 'discarded' ? (
          <Tag kind="warning">{t('drafts.discarded', { days })}</Tag>
        ) : (
          <Tag>{page_id > 0 ? t('drafts.unsaved') : t('drafts.newPage')}</Tag>
        )}
        {state === 'open' && isOnServer === false && (
          <Tag kind="warning">{t('drafts.deviceOnly')}</Tag>
        )}
        {item_name && <span>{item_name}</span>}
        <Time value={new Date(time).toISOString()} />
        {content && <p>{content.slice(0, EXCERPT_LENGTH)}</p>}
      </div>
      <ButtonLink
        size="small"
        to={paths.editPage.href({ item_id, page_id }, { draft: id })}
        aria-label={t('drafts.openNamed', { name })}
      >
        {t('drafts.open')}
      </ButtonLink>
      <IconButton label={t('drafts.download', { name })} onClick={() => void download()}>
        <Download />
      </IconButton>
      <IconButton danger label={t('drafts.delete', { name })} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
