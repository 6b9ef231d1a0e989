import styles from './footer-line.module.css';
import { site } from './site-identity.ts';

/** A line of the site's own, such as its registration. */
export function FooterLine() {
  return site.footer_line ? <span className={styles.line}>{site.footer_line}</span> : null;
}
