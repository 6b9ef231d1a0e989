import styles from './avatar.module.css';

const COLORS = 8;

/**
 * The colour and initials of a user. Both are derived from the username, which every screen has and which never
 * changes, so a user looks the same everywhere.
 */
export function Avatar({ username, small = false }: { username: string; small?: boolean }) {
  const color = `var(--cl${colorOf(username)}`;
  return (
    <span
      className={small ? `${styles.avatar} ${styles.small}` : styles.avatar}
      style={{ background: `${color})`, color: `${color}d)` }}
      aria-hidden="true"
    >
      {initials(username)}
    </span>
  );
}

function colorOf(username: string): number {
  const sum = Array.from(username).reduce((at, letter) => at + (letter.codePointAt(0) ?? 0), 0);
  return (sum % COLORS) + 1;
}

/** First letters of the first two words; a Chinese name shows its last two characters. */
function initials(username: string): string {
  const trimmed = username.trim();
  if (/^\p{Script=Han}+$/u.test(trimmed)) return Array.from(trimmed).slice(-2).join('');
  const words = trimmed.split(/[\s._@-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}
