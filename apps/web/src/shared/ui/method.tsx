import styles from './method.module.css';

/** Methods of their own colour; every other one is slate. */
const tones: Readonly<Record<string, string | undefined>> = {
  GET: styles.get,
  POST: styles.post,
  PUT: styles.put,
  PATCH: styles.patch,
  DELETE: styles.delete,
};

/** The method of an endpoint: a badge on pages, a bare short word in trees. */
export function Method({ name, inTree = false }: { name: string; inTree?: boolean }) {
  const classes = `${styles.method} ${tones[name] ?? styles.other} mono`;
  if (inTree)
    return <span className={`${classes} ${styles.bare}`}>{name === 'DELETE' ? 'DEL' : name}</span>;
  return <span className={classes}>{name}</span>;
}
