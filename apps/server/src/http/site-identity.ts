import type { Language } from '@octavo/contract/entities';
import { SITE_META } from '@octavo/contract/site-identity';
import type { SiteIdentity } from '@octavo/contract/site-identity';
import { escapeHtml } from '@octavo/markdown/escape';
import type { Config } from '../config.ts';
import type { SiteSettings } from '../modules/setting/setting.ts';
import type { Settings } from '../modules/setting/settings.ts';

/** The site settings that every screen shows. */
export function toSiteIdentity(settings: SiteSettings): SiteIdentity {
  const { site_name, site_logo, footer_line, feedback_link } = settings;
  return { site_name, site_logo, footer_line, feedback_link };
}

/** Embedded in the head of every document, so that screens need no request for it. */
export function identityHtml(identity: SiteIdentity): string {
  const isSet = Object.values(identity).some(Boolean);
  return isSet
    ? `<meta name="${SITE_META}" content="${escapeHtml(JSON.stringify(identity))}">`
    : '';
}

/** The default language: the administrator's setting, else the one of the environment. */
export function siteLanguage(parts: {
  readonly settings: Pick<Settings, 'lastLoaded'>;
  readonly config: Pick<Config, 'defaultLanguage'>;
}): Language {
  return parts.settings.lastLoaded()?.default_language || parts.config.defaultLanguage;
}
