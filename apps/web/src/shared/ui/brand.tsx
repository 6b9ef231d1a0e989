import styles from './brand.module.css';

/** The product logo: a sheet folded three times (an octavo), with its eighth leaf highlighted. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <rect className={styles.sheet} x="2" y="2" width="9.2" height="20" rx="2" />
      <rect className={styles.sheet} x="12.8" y="2" width="9.2" height="9.2" rx="2" />
      <rect className={styles.sheet} x="12.8" y="12.8" width="3.8" height="9.2" rx="1.4" />
      <rect className={styles.leaf} x="18.2" y="12.8" width="3.8" height="9.2" rx="1.4" />
    </svg>
  );
}

/** The site's custom logo or the product logo, and the name. The logo is decorative. */
export function Brand({ logo, name }: { logo: string; name: string }) {
  return (
    <>
      {logo ? <img className={styles.logo} src={logo} alt="" /> : <Mark />}
      <span className={styles.name}>{name}</span>
    </>
  );
}

/** The logo as line art, for empty states and "not found". */
export function FoldArt() {
  return (
    <svg width="56" height="56" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="var(--line-2)" strokeWidth=".9">
        <rect x="2" y="2" width="9.2" height="20" rx="2" />
        <rect x="12.8" y="2" width="9.2" height="9.2" rx="2" />
        <rect x="12.8" y="12.8" width="3.8" height="9.2" rx="1.4" />
      </g>
      <rect x="18.2" y="12.8" width="3.8" height="9.2" rx="1.4" fill="var(--accent)" opacity=".9" />
    </svg>
  );
}
