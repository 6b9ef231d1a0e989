import { useState } from 'react';
import { useText } from '../../i18n/texts.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Person } from '../person.tsx';
import { useShowMore } from '../use-show-more.tsx';
import type { TeamMemberRight } from './team-right.ts';
import styles from './team-access.module.css';

/** Avatars before the list is opened. */
const PREVIEW = 5;

interface FollowersProps {
  followers: readonly TeamMemberRight[];
  /** The right of the team in words. */
  right: string;
}

/** The members without an exception, folded. */
export function Followers({ followers, right }: FollowersProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const { shown, more } = useShowMore(followers);
  if (followers.length === 0) return null;
  return (
    <section className={styles.followers}>
      <div className={styles.line}>
        <span className={styles.avatars}>
          {followers.slice(0, PREVIEW).map(({ id, member_username }) => (
            <Avatar key={id} small username={member_username} />
          ))}
        </span>
        <p>{t('team.followers', { count: followers.length, right })}</p>
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('team.hideFollowers') : t('team.showFollowers')}
        </Button>
      </div>
      {open && (
        <>
          <ul className={styles.people}>
            {shown.map(({ id, member_username, name }) => (
              <li key={id}>
                <Person username={member_username} name={name} />
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </section>
  );
}
