import type { ExternalIdentity } from './external-identity.ts';

/** Settings of an OAuth 2 provider, with the client secret decrypted. */
export interface Provider {
  readonly redirectUri: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly authorize_path: string;
  readonly token_path: string;
  readonly resource_path: string;
  readonly userinfo_path: string;
  readonly scope: string;
  readonly client_auth: 'body' | 'header';
  readonly id_field: string;
  readonly username_field: string;
  readonly ca: string;
  /** Local addresses and ranges that the operator allows. */
  readonly allowedAddresses: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when the path or the host is not configured. */
export function endpointUrl(provider: Provider, path: string): URL | undefined {
  if (path === '' || provider.host === '') return undefined;
  return URL.parse(path, `${provider.protocol}://${provider.host}`) ?? undefined;
}

export function authorizationUrl(
  provider: Provider,
  attempt: { readonly state: string; readonly challenge: string; readonly again: boolean },
): URL | undefined {
  const url = endpointUrl(provider, provider.authorize_path);
  if (!url) return undefined;
  const params = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: provider.redirectUri,
    scope: provider.scope,
    state: attempt.state,
    code_challenge: attempt.challenge,
    code_challenge_method: 'S256',
    prompt: attempt.again ? 'login' : '',
  };
  for (const [name, value] of Object.entries(params))
    if (value !== '') url.searchParams.set(name, value);
  return url;
}

/** The token request, with the client credentials in the form or in the header. */
export function tokenRequest(provider: Provider, code: string, verifier: string) {
  const { client_id, client_secret, client_auth, redirectUri } = provider;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  if (client_auth === 'header' && client_secret !== '') {
    const pair = [client_id, client_secret].map(encodeURIComponent).join(':');
    return { form, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
  }
  form.set('client_id', client_id);
  if (client_secret !== '') form.set('client_secret', client_secret);
  return { form, headers: {} };
}

function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** Parses JSON regardless of the content type, and falls back to a form: providers differ. */
function parseFields(text: string): Fields {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

/** Some providers nest the fields in `data` or `user`. */
const containersOf = (fields: Fields) => [
  fields,
  toObject(fields['data']),
  toObject(fields['user']),
];

function findText(fields: Fields, names: readonly string[]): string {
  for (const name of names)
    for (const container of containersOf(fields)) {
      const value = Object.hasOwn(container, name) ? container[name] : undefined;
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
      if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    }
  return '';
}

export function parseAccessToken(text: string): string {
  return findText(parseFields(text), ['access_token']);
}

export function parseErrorCode(text: string): string {
  return findText(parseFields(text), ['error']);
}

const ID_FIELDS = ['sub', 'id', 'user_id', 'uid', 'openid', 'open_id'];
const USERNAME_FIELDS = ['preferred_username', 'username', 'login', 'user_name', 'email'];
const NAME_FIELDS = ['name', 'display_name', 'displayName', 'nickname'];

/** Ids are unique at one provider only, so its origin is part of the stored id. */
export function providerUserId(
  { protocol, host }: Pick<Provider, 'protocol' | 'host'>,
  id: string,
): string {
  return `${protocol}://${host.toLowerCase()} ${id}`;
}

/** Parses a user info response. Undefined when it has no stable id. */
export function parseIdentity(provider: Provider, text: string): ExternalIdentity | undefined {
  const fields = parseFields(text);
  const { id_field, username_field } = provider;
  const id = findText(fields, id_field === '' ? ID_FIELDS : [id_field]);
  if (id === '') return undefined;
  return {
    id: providerUserId(provider, id),
    username: findText(fields, username_field === '' ? USERNAME_FIELDS : [username_field]),
    name: findText(fields, NAME_FIELDS),
  };
}

/** A discovered endpoint as a form field: a path when it has the issuer's origin, else the whole URL. */
function toFormField(origin: string, address: unknown): string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  return url.origin === origin ? url.pathname + url.search : url.href;
}

/** Converts OpenID provider metadata into form fields; undefined when the metadata names another issuer. */
export function parseDiscovery(issuer: string, text: string) {
  const metadata = parseFields(text);
  const trimSlashes = (address: unknown) => String(address).replace(/\/+$/, '');
  if (trimSlashes(metadata['issuer']) !== trimSlashes(issuer)) return undefined;
  const { origin, host, protocol } = new URL(issuer);
  const methods: unknown = metadata['token_endpoint_auth_methods_supported'];
  const supportsBodyAuth = Array.isArray(methods) && methods.includes('client_secret_post');
  return {
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    host,
    authorize_path: toFormField(origin, metadata['authorization_endpoint']),
    token_path: toFormField(origin, metadata['token_endpoint']),
    userinfo_path: toFormField(origin, metadata['userinfo_endpoint']),
    scope: 'openid profile',
    // The header is the default of the OpenID Connect discovery specification.
    client_auth: supportsBodyAuth ? ('body' as const) : ('header' as const),
  };
}
