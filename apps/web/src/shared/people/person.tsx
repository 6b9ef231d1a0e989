import { Avatar } from '../ui/avatar.tsx';
import styles from './people.module.css';

/** The avatar, username and optional name of a user. */
export function Person({ username, name }: { username: string; name: string }) {
  return (
    <span className={styles.person}>
      <Avatar username={username} />
      <span>
        <b>{username}</b>
        {name && <small>{name}</small>}
      </span>
    </span>
  );
}

/** `username (name)` on one line. */
export function personLabel({ username, name }: { username: string; name: string }): string {
  return name ? `${username} (${name})` : username;
}
