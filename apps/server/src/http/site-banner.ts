import { createHash } from 'node:crypto';
import { languages } from '@octavo/contract/entities';
import { escapeHtml } from '@octavo/markdown/escape';
import type { SiteSettings } from '../modules/setting/setting.ts';
import { textIn } from '../texts.ts';

type Banner = Pick<SiteSettings, 'banner_text' | 'banner_level' | 'banner_until'>;

/** The document's own language is known in the browser, so the words for all of them go along. */
const LABELS = Object.fromEntries(
  languages.map((language) => [
    language,
    { name: textIn(language, 'admin.bannerName'), close: textIn(language, 'admin.bannerClose') },
  ]),
);

/**
 * The administrator's words at the top of every document. Plain HTML, so that no screen has to know of it and it is
 * read without scripts; `banner.js` lets a person close it, and remembers by the key which one that was.
 */
export function bannerHtml(settings: Banner, now: number): string {
  const { banner_text, banner_level, banner_until } = settings;
  if (banner_text === '' || (banner_until !== '' && Date.parse(banner_until) <= now)) return '';
  const key = createHash('sha256')
    .update(JSON.stringify([banner_text, banner_level, banner_until]))
    .digest('base64url')
    .slice(0, 16);
  return (
    '<link rel="stylesheet" href="/banner.css">' +
    `<aside id="site-banner" class="${banner_level}" data-key="${key}" data-nosnippet ` +
    `data-labels="${escapeHtml(JSON.stringify(LABELS))}"><p>${escapeHtml(banner_text)}</p></aside>` +
    '<script src="/banner.js"></script>'
  );
}

/** Before anything that the document draws. */
export function withBanner(html: string, banner: string): string {
  return html.replace('<body>', () => `<body>${banner}`);
}
