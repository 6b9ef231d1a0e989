import { paths } from '@octavo/contract/paths';
import { Link } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import styles from '../ui/brand.module.css';
import { Mark } from '../ui/brand.tsx';
import { site } from './site-identity.ts';

/** The site's own picture, or the product's mark. The name beside it says what it is. */
export function SiteMark() {
  return site.site_logo ? <img className={styles.logo} src={site.site_logo} alt="" /> : <Mark />;
}

export function BrandLink({ to = paths.landing.href() }: { to?: string }) {
  const { t } = useText();
  return (
    <Link className={styles.brand} to={to}>
      <SiteMark />
      {site.site_name || t('shell.brand')}
    </Link>
  );
}
