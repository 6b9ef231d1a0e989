import styles from './method.module.css';

const tones = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** The method of an endpoint: a badge on pages, a bare short word in trees. */
export function Method({ name, inTree = false }: { name: keyof typeof tones; inTree?: boolean }) {
  const classes = `${styles.method} ${styles[tones[name]]} mono`;
  if (inTree)
    return <span className={`${classes} ${styles.bare}`}>{name === 'DELETE' ? 'DEL' : name}</span>;
  return <span className={classes}>{name}</span>;
}
