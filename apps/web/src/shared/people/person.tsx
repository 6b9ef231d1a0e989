import { Avatar } from '../ui/avatar.tsx';
import styles from './people.module.css';

/** A person in a row: how they log in, and their name if they gave one. */
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

/** `username (name)` where one line is all there is. */
export function personLabel({ username, name }: { username: string; name: string }): string {
  return name ? `${username} (${name})` : username;
}
