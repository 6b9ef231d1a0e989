/** Name, logo and links of the site that every screen shows; empty if not set. */
export interface SiteIdentity {
  readonly site_name: string;
  /** The URL of an image. */
  readonly site_logo: string;
  /** A line in the footer of public screens. */
  readonly footer_line: string;
  /** Where feedback is sent instead of to the administrators. */
  readonly feedback_link: string;
}

/** The name of the meta element that contains it as JSON. */
export const SITE_META = 'octavo-site';
