import styles from './avatar.module.css';

/** The same person has the same colour wherever only their name is known. */
export function clothOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}

/** Initials on one of eight cloth colours; a person keeps theirs for ever. */
export function Avatar({ id, name, small = false }: { id: number; name: string; small?: boolean }) {
  return (
    <span
      className={small ? `${styles.avatar} ${styles.small}` : styles.avatar}
      style={{ background: `var(--cl${(id % 8) + 1})`, color: `var(--cl${(id % 8) + 1}d)` }}
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  );
}

/** First letters of the first two words; a Chinese name shows its last two characters. */
function initials(name: string): string {
  const trimmed = name.trim();
  if (/^\p{Script=Han}+$/u.test(trimmed)) return Array.from(trimmed).slice(-2).join('');
  const words = trimmed.split(/[\s._@-]+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}
