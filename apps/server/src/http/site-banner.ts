import { createHash } from 'node:crypto';
import { languages } from '@octavo/contract/entities';
import { escapeHtml } from '@octavo/markdown/escape';
import type { SiteSettings } from '../modules/setting/setting.ts';
import { translateTo } from '../texts.ts';

type Banner = Pick<SiteSettings, 'banner_text' | 'banner_level' | 'banner_until'>;

/** Labels in all languages, because the language of the document can change in the browser. */
const LABELS = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      name: translateTo(language, 'admin.bannerName'),
      close: translateTo(language, 'admin.bannerClose'),
    },
  ]),
);

/**
 * The administrator's message at the top of every document. It is plain HTML, so that it needs no code in the screens
 * and works without scripts. `banner.js` lets the user close it, and stores the key of the closed banner.
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

/** The seconds until a shown banner ends; infinite if none is shown or it has no end. */
export function secondsUntilBannerEnds(settings: Banner, now: number): number {
  if (settings.banner_until === '' || bannerHtml(settings, now) === '') return Infinity;
  return Math.floor((Date.parse(settings.banner_until) - now) / 1000);
}

/** Inserts the banner before the content of the document. */
export function withBanner(html: string, banner: string): string {
  return html.replace('<body>', () => `<body>${banner}`);
}
