import styles from './footer-line.module.css';
import { site } from './site-identity.ts';

/** A custom footer text of the site, such as its registration number. */
export function FooterLine() {
  return site.footer_line ? <span className={styles.line}>{site.footer_line}</span> : null;
}
