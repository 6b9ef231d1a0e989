import type { ChangedPage } from '@octavo/contract/home.entities';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { pageUrl } from '../../../shared/items/item-url.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import styles from './home.module.css';
import { ShortTime } from './short-time.tsx';

interface ChangedPagesProps {
  pages: readonly ChangedPage[];
  /** Adds the name of the item. */
  withItem?: boolean;
}

/** One line for each changed page: what has changed, by whom and when. */
export function ChangedPages({ pages, withItem = false }: ChangedPagesProps) {
  const { t } = useText();
  return (
    <ul aria-label={t('home.changes')}>
      {pages.map((page) => (
        <li key={page.page_id}>
          <Link
            className={styles.change}
            to={pageUrl({ item_id: page.item_id, item_domain: '' }, page.page_id)}
          >
            <Avatar small username={page.author_username} />
            <span className={styles.words}>
              <span className={styles.what}>
                <WhatChanged page={page} />
              </span>
              <span className={styles.sub}>
                {page.edit_count > 1
                  ? t('home.edits', { author: page.author_username, count: page.edit_count })
                  : page.author_username}
                {withItem && ` · ${page.item_name}`}
                {' · '}
                <ShortTime value={page.addtime} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function WhatChanged({ page }: { page: ChangedPage }) {
  const { rich } = useText();
  const title = <b>{page.page_title}</b>;
  if (page.is_new) return rich('home.newPage', { title });
  return page.former_title ? rich('home.renamed', { title, former: page.former_title }) : title;
}
