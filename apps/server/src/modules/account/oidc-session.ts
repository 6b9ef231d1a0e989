/** The login at an OpenID provider that a session came from. */
export interface OidcSession {
  readonly issuer: string;
  readonly sub: string;
  /** The id of the session at the provider, if it names one. */
  readonly sid: string | undefined;
}

export interface OidcColumns {
  readonly oidc_issuer: string | null;
  readonly oidc_sub: string | null;
  readonly oidc_sid: string | null;
}

export const toOidcColumns = (oidc: OidcSession | undefined): OidcColumns => ({
  oidc_issuer: oidc?.issuer ?? null,
  oidc_sub: oidc?.sub ?? null,
  oidc_sid: oidc?.sid ?? null,
});

export function fromOidcColumns(columns: OidcColumns): OidcSession | undefined {
  const { oidc_issuer: issuer, oidc_sub: sub, oidc_sid: sid } = columns;
  return issuer === null || sub === null ? undefined : { issuer, sub, sid: sid ?? undefined };
}
