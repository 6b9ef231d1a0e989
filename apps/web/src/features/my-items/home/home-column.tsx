import { paths } from '@octavo/contract/paths';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ChangedPages } from './changed-pages.tsx';
import { DraftList } from './draft-list.tsx';
import { EntryLink } from './entry-link.tsx';
import { Favourites } from './favourites.tsx';
import styles from './home.module.css';
import { countLabel } from './count-label.ts';
import type { HomeLists } from './lists.ts';
import { MarkSeen } from './mark-seen.tsx';
import { ShortTime } from './short-time.tsx';
import { useOpenDrafts } from './use-open-drafts.ts';

const MAX_FAVOURITES_SHOWN = 8;
const MAX_DRAFTS_SHOWN = 5;

/** The column beside the items. Sections without content are left out. */
export function HomeColumn({ overview, items, onStar, onSort }: HomeLists) {
  const { t } = useText();
  const drafts = useOpenDrafts() ?? [];
  const { favourites, recent, changes } = overview;
  const hasFavourites = favourites.length > 0;
  return (
    <div className={styles.column}>
      {(hasFavourites || overview.is_first_visit) && (
        <Section
          title={t('home.favourites')}
          all={
            favourites.length > MAX_FAVOURITES_SHOWN && (
              <Link to="?tab=favourites" aria-label={t('home.seeAllFavourites')}>
                {t('home.seeAll')}
              </Link>
            )
          }
        >
          {hasFavourites ? (
            <Favourites
              favourites={favourites.slice(0, MAX_FAVOURITES_SHOWN)}
              onStar={onStar}
              onSort={onSort}
            />
          ) : (
            <p className={styles.hint}>{t('home.favouritesHint')}</p>
          )}
        </Section>
      )}
      {recent.length > 0 && (
        <Section
          title={t('home.recent')}
          all={
            overview.has_more_recent && (
              <Link to="?tab=recent" aria-label={t('home.seeAllRecent')}>
                {t('home.seeAll')}
              </Link>
            )
          }
        >
          <ul aria-label={t('home.recent')}>
            {recent.map((entry) => (
              <li key={entry.page_id || -entry.item_id} className={styles.row}>
                <EntryLink entry={entry}>
                  <span className={styles.time}>
                    <ShortTime value={entry.view_time} />
                  </span>
                </EntryLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {drafts.length > 0 && (
        <Section
          title={t('home.drafts')}
          all={
            drafts.length > MAX_DRAFTS_SHOWN && (
              <Link to={paths.userDrafts.href()} aria-label={t('home.seeAllDrafts')}>
                {t('home.seeAll')}
              </Link>
            )
          }
        >
          <DraftList drafts={drafts.slice(0, MAX_DRAFTS_SHOWN)} items={items} />
        </Section>
      )}
      {changes.total > 0 && <ChangesCard changes={changes} />}
    </div>
  );
}

function Section(props: { title: string; all: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{props.title}</h2>
        {props.all}
      </div>
      {props.children}
    </section>
  );
}

function ChangesCard({ changes }: { changes: HomeLists['overview']['changes'] }) {
  const { t } = useText();
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.cardHead}>
        {t('home.changes')} <span className={styles.count}>{countLabel(changes.total)}</span>
      </h2>
      <ChangedPages pages={changes.pages} />
      <div className={styles.cardFoot}>
        <Link to="?tab=changes" aria-label={t('home.seeAllChanges')}>
          {t('home.seeAll')}
        </Link>
        <MarkSeen until={changes.seen_until} />
      </div>
    </section>
  );
}
