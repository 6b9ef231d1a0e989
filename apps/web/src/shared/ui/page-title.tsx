import { useText } from '../i18n/texts.tsx';
import { site } from '../site/site-identity.ts';

/** The document title: the screen first, then the site. */
export function PageTitle({ screen }: { screen: string }) {
  const { t } = useText();
  return <title>{t('shell.title', { screen, site: site.site_name || t('shell.brand') })}</title>;
}
