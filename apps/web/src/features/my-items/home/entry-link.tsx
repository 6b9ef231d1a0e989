import type { HomeEntry } from '@octavo/contract/home.entities';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { FileText, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { pageUrl } from '../../../shared/items/item-url.ts';
import { Method } from '../../../shared/ui/method.tsx';
import styles from './home.module.css';

export const entryName = ({ page_title, item_name }: HomeEntry) => page_title || item_name;

interface EntryLinkProps {
  entry: HomeEntry;
  /** Adds the name of the item below the title of a page. */
  withItem?: boolean;
  /** At the end of the row. */
  children?: ReactNode;
}

/** A row that opens an item or a page. */
export function EntryLink({ entry, withItem = false, children }: EntryLinkProps) {
  const { item_id, page_id, item_name } = entry;
  return (
    <Link
      className={styles.entry}
      to={pageUrl({ item_id, item_domain: '' }, page_id)}
      draggable={false}
    >
      <span className={styles.sign}>
        <EntrySign entry={entry} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{entryName(entry)}</span>
        {withItem && page_id > 0 && <span className={styles.sub}>{item_name}</span>}
      </span>
      {children}
    </Link>
  );
}

function EntrySign({ entry }: { entry: HomeEntry }) {
  if (entry.page_id === 0) return <ItemTile item={entry} size="tiny" />;
  if (entry.method) return <Method name={entry.method} inTree />;
  return entry.page_type === SHEET_PAGE ? <Table2 /> : <FileText />;
}
