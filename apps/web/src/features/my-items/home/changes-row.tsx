import type { HomeOverview } from '@octavo/contract/home.entities';
import { MAX_CHANGED_PAGES } from '@octavo/contract/limits';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import styles from './changes-row.module.css';

const MAX_AVATARS = 2;

/** The number of changes above the items of a small screen; opens the list. */
export function ChangesRow({ overview: { changes } }: { overview: HomeOverview }) {
  const { t } = useText();
  const { total, pages, items } = changes;
  const first = items.toSorted((a, b) => b.count - a.count)[0];
  if (!first) return null;
  const authors = [...new Set(pages.map(({ author_username }) => author_username))];
  const inFirst = { count: first.count, item: first.item_name };
  const more = total - first.count;
  return (
    <Link className={styles.row} to="?tab=changes">
      <span className={styles.people}>
        {authors.slice(0, MAX_AVATARS).map((username) => (
          <Avatar key={username} small username={username} />
        ))}
      </span>
      <span className={styles.words}>
        <b>
          {total < MAX_CHANGED_PAGES
            ? t('home.changesRow', { count: total })
            : t('home.changesRowMany')}
        </b>
        <span>
          {more > 0 ? t('home.inItemMore', { ...inFirst, more }) : t('home.inItem', inFirst)}
        </span>
      </span>
      <ChevronRight />
    </Link>
  );
}
