import { SITE_META, type SiteIdentity } from '@octavo/contract/site-identity';

const NONE: SiteIdentity = { site_name: '', site_logo: '', footer_line: '', feedback_link: '' };

/** As the server has written it into the document; it changes with the next load. */
function read(): SiteIdentity {
  const content = document.querySelector(`meta[name="${SITE_META}"]`)?.getAttribute('content');
  return content ? { ...NONE, ...(JSON.parse(content) as Partial<SiteIdentity>) } : NONE;
}

export const site: SiteIdentity = read();
