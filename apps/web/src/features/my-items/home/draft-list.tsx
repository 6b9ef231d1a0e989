import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { FilePen } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { DraftSummary } from '../../../shared/autosave/use-drafts.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import styles from './home.module.css';
import { ShortTime } from './short-time.tsx';

interface DraftListProps {
  drafts: readonly DraftSummary[];
  items: readonly ItemRow[] | undefined;
}

/** Unsaved pages; each opens the editor. */
export function DraftList({ drafts, items }: DraftListProps) {
  const { t } = useText();
  const names = useMemo(
    () => new Map(items?.map(({ item_id, item_name }) => [item_id, item_name])),
    [items],
  );
  return (
    <ul aria-label={t('home.drafts')}>
      {drafts.map(({ id, item_id, page_id, title, time }) => (
        <li key={id} className={styles.row}>
          <Link
            className={styles.entry}
            to={paths.editPage.href({ item_id, page_id }, { draft: id })}
          >
            <span className={styles.icon}>
              <FilePen />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{title || t('editor.untitled')}</span>
              <span className={styles.sub}>
                {names.has(item_id) && <>{names.get(item_id)} · </>}
                <ShortTime value={new Date(time).toISOString()} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
