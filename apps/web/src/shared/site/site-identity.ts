import { SITE_META, type SiteIdentity } from '@octavo/contract/site-identity';

const NONE: SiteIdentity = { site_name: '', site_logo: '', footer_line: '', feedback_link: '' };

/** Reads the identity that the server has embedded in the document; changes apply after a reload. */
function read(): SiteIdentity {
  const content = document.querySelector(`meta[name="${SITE_META}"]`)?.getAttribute('content');
  return content ? { ...NONE, ...(JSON.parse(content) as Partial<SiteIdentity>) } : NONE;
}

export const site: SiteIdentity = read();
