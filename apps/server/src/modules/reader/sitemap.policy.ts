import { paths } from '@octavo/contract/paths';

/** Maximum number of URLs in one sitemap file. */
export const PART_SIZE = 50_000;

interface SitemapPage {
  readonly page_id: number;
  readonly addtime: Date;
  readonly item_id: number;
  readonly item_domain: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Only `&` needs escaping: ids and domains consist of letters and digits, and the operator sets the base URL. */
function location(path: string, site: URL): string {
  return new URL(path, site).href.replaceAll('&', '&amp;');
}

/** The index of all parts. Part n has the page ids from (n - 1) * PART_SIZE + 1 to n * PART_SIZE. */
export function sitemapIndex(lastPageId: number, site: URL): string {
  const parts = Array.from({ length: Math.ceil(lastPageId / PART_SIZE) }, (_, index) => index + 1);
  const rows = parts.map(
    (part) => `<sitemap><loc>${location(`/sitemap/${part}.xml`, site)}</loc></sitemap>`,
  );
  return `${XML}<sitemapindex ${NAMESPACE}>${rows.join('')}</sitemapindex>`;
}

export function sitemapPart(pages: readonly SitemapPage[], site: URL): string {
  const rows = pages.map(({ page_id, addtime, item_id, item_domain }) => {
    const path = paths.itemPage.href({ item: item_domain || item_id, page_id });
    return `<url><loc>${location(path, site)}</loc><lastmod>${addtime.toISOString()}</lastmod></url>`;
  });
  return `${XML}<urlset ${NAMESPACE}>${rows.join('')}</urlset>`;
}

export function robotsText(isOpen: boolean, site: URL): string {
  if (!isOpen) return 'User-agent: *\nDisallow: /\n';
  const closed = ['/api/', '/user/', '/item/', '/page/edit/', '/page/diff/', '/p/', '/admin/'];
  const rules = closed.map((path) => `Disallow: ${path}`).join('\n');
  return `User-agent: *\n${rules}\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`;
}
