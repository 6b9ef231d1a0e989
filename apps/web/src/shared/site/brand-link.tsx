import { paths } from '@octavo/contract/paths';
import { Link } from 'react-router';
import { useText } from '../i18n/texts.tsx';
import styles from '../ui/brand.module.css';
import { Brand } from '../ui/brand.tsx';
import { site } from './site-identity.ts';

export function SiteBrand() {
  const { t } = useText();
  return <Brand logo={site.site_logo} name={site.site_name || t('shell.brand')} />;
}

export function BrandLink({ to = paths.landing.href() }: { to?: string }) {
  return (
    <Link className={styles.brand} to={to}>
      <SiteBrand />
    </Link>
  );
}
