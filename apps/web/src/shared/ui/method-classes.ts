import styles from './method.module.css';

/** HTTP methods with their own colour; all others use the neutral colour. */
const tones: Readonly<Record<string, string | undefined>> = {
  GET: styles.get,
  POST: styles.post,
  PUT: styles.put,
  PATCH: styles.patch,
  DELETE: styles.delete,
};

/** A badge on pages, plain text in trees. */
export function methodClasses(name: string, inTree: boolean): string {
  return `${styles.method} ${tones[name] ?? styles.other} mono${inTree ? ` ${styles.bare}` : ''}`;
}

export const methodWord = (name: string): string => (name === 'DELETE' ? 'DEL' : name);
