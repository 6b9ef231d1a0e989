/** What every screen shows of the site itself; empty where nothing was set. */
export interface SiteIdentity {
  readonly site_name: string;
  /** The address of a picture. */
  readonly site_logo: string;
  /** A line at the foot of public screens. */
  readonly footer_line: string;
  /** Where feedback goes instead of to the administrators. */
  readonly feedback_link: string;
}

/** The name of the meta element that holds it as JSON. */
export const SITE_META = 'octavo-site';
