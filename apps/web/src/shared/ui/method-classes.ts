import styles from './method.module.css';

/** HTTP methods with their own colour; all others use the neutral colour. */
const toneClasses: Readonly<Record<string, string | undefined>> = {
  GET: styles.get,
  POST: styles.post,
  PUT: styles.put,
  PATCH: styles.patch,
  DELETE: styles.delete,
};

/** A badge on pages, plain text in trees. */
export function methodClasses(name: string, inTree: boolean): string {
  return `${styles.method} ${toneClasses[name] ?? styles.other} mono${inTree ? ` ${styles.bare}` : ''}`;
}

export const methodLabel = (name: string): string => (name === 'DELETE' ? 'DEL' : name);
