import { loginPreset } from '@octavo/contract/login-presets';
import type { Oauth2Form } from '../setting/setting.ts';
import type { ExternalIdentity } from './external-identity.ts';

/** Settings of a login provider, with the client secret decrypted. */
export interface Provider extends Omit<Readonly<Oauth2Form>, 'entrance_tips'> {
  /** Local addresses and ranges that the operator allows. */
  readonly allowedAddresses: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** An address with placeholders is complete: no parameters are added to it. */
const hasPlaceholders = (path: string) => path.search(PLACEHOLDER) !== -1;

/**
 * Undefined when the path or the host is not configured. `values` replace the placeholders of the path; a placeholder
 * without a value stays, so that an address never gets a value that is not meant for it.
 */
function endpointUrl(
  { host, protocol }: Pick<Provider, 'host' | 'protocol'>,
  path: string,
  values: Readonly<Record<string, string>> = {},
): URL | undefined {
  if (path === '' || host === '') return undefined;
  const filled = path.replaceAll(PLACEHOLDER, (placeholder, name: string) =>
    encodeURIComponent(values[name] ?? placeholder),
  );
  return URL.parse(filled, `${protocol}://${host}`) ?? undefined;
}

/** A provider whose authorization address has parameters of its own gets PKCE only if they include it. */
const usesPkce = ({ authorize_path }: Provider) =>
  !hasPlaceholders(authorize_path) || authorize_path.includes('{code_challenge}');

export function authorizationUrl(
  provider: Provider,
  attempt: { readonly state: string; readonly challenge: string; readonly again: boolean },
): URL | undefined {
  const { authorize_path, client_id, agent_id, tenant, redirectUri, scope } = provider;
  const { state, challenge } = attempt;
  const url = endpointUrl(provider, authorize_path, {
    client_id,
    agent_id,
    tenant,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: challenge,
  });
  if (!url || hasPlaceholders(authorize_path)) return url;
  const params = {
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: attempt.again ? 'login' : '',
  };
  for (const [name, value] of Object.entries(params))
    if (value !== '') url.searchParams.set(name, value);
  return url;
}

interface TokenRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The token request, with the client credentials in the body, in the header or in the address. */
export function tokenRequest(
  provider: Provider,
  code: string,
  verifier: string,
): TokenRequest | undefined {
  const { client_id, client_secret, client_auth, redirectUri, token_path } = provider;
  const url = endpointUrl(provider, token_path, { client_id, client_secret });
  if (!url || hasPlaceholders(token_path)) return url && { url };
  if (provider.token_request === 'camelJson') {
    const fields = {
      clientId: client_id,
      clientSecret: client_secret,
      code,
      grantType: 'authorization_code',
    };
    return { url, ...jsonBody(fields) };
  }
  const isInHeader = client_auth === 'header' && client_secret !== '';
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(usesPkce(provider) && { code_verifier: verifier }),
    ...(!isInHeader && { client_id }),
    ...(!isInHeader && client_secret !== '' && { client_secret }),
  };
  const { headers, body } =
    provider.token_request === 'json' ? jsonBody(fields) : formBody(new URLSearchParams(fields));
  if (!isInHeader) return { url, headers, body };
  const pair = [client_id, client_secret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { url, headers: { ...headers, authorization }, body };
}

const jsonBody = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(fields),
});

const formBody = (fields: URLSearchParams) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: fields.toString(),
});

/** A request about the user, with the token in the address or in a header. Undefined without an address. */
export function userRequest(
  provider: Provider,
  path: string,
  values: { readonly access_token: string; readonly code?: string; readonly id?: string },
): TokenRequest | undefined {
  const url = endpointUrl(provider, path, values);
  if (!url || path.includes('{access_token}')) return url && { url };
  const { token_header } = provider;
  const { access_token } = values;
  return {
    url,
    headers:
      token_header === ''
        ? { authorization: `Bearer ${access_token}` }
        : { [token_header]: access_token },
  };
}

function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** Parses JSON regardless of the content type, and falls back to a form: providers differ. */
export function parseFields(text: string): Fields {
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
      // PostgreSQL cannot store NUL, and no name has a line break.
      if (typeof value === 'string' && value.trim() !== '')
        return value
          .replaceAll(/\p{Cc}/gu, ' ')
          .trim()
          .toWellFormed();
      if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    }
  return '';
}

export function parseAccessToken(text: string): string {
  return findText(parseFields(text), ['access_token', 'accessToken']);
}

/** The OAuth2 error of a response; empty if there is none. */
export function parseErrorCode(text: string): string {
  return findText(parseFields(text), ['error']);
}

/** The error code of providers that answer with a code of their own, also with status 200; empty for a success. */
export function parseOwnErrorCode(text: string): string {
  const { errcode, code } = parseFields(text);
  const found = errcode ?? code;
  return (typeof found === 'string' || typeof found === 'number') && !/^0?$/.test(String(found))
    ? String(found)
    : '';
}

/** What the provider says about an error, for the log. */
export function describeError(text: string): string {
  const parts = [parseOwnErrorCode(text), parseErrorCode(text)];
  const message = findText(parseFields(text), ['error_description', 'errmsg', 'msg', 'message']);
  return [...parts, message].filter(Boolean).join(' ').slice(0, 200);
}

const ID_FIELDS = ['sub', 'id', 'user_id', 'uid', 'openid', 'open_id'];
const USERNAME_FIELDS = ['preferred_username', 'username', 'login', 'user_name', 'email'];
const NAME_FIELDS = ['name', 'display_name', 'displayName', 'nickname'];

const MAIL_FIELDS = ['email'];

/** The names in a field of the form, separated by commas; an empty field stands for the usual names. */
const namesIn = (field: string, usual: readonly string[]) =>
  field === '' ? usual : field.split(',').map((name) => name.trim());

type IdentitySource = Pick<
  Oauth2Form,
  'kind' | 'issuer' | 'protocol' | 'host' | 'preset' | 'client_id'
>;

/**
 * Ids are unique at one provider only, so the stored id begins with its issuer or origin. Of providers whose ids are
 * unique within one client only, the client id is part of it.
 */
export function providerPrefix({
  kind,
  issuer,
  protocol,
  host,
  preset,
  client_id,
}: IdentitySource): string {
  if (kind === 'oidc') return issuer.replace(/\/+$/, '');
  const client = loginPreset(preset)?.idsPerClient ? `#${client_id}` : '';
  return `${protocol}://${host.toLowerCase()}${client}`;
}

export const providerUserId = (form: IdentitySource, id: string): string =>
  `${providerPrefix(form)} ${id}`;

/** A mail is only a suggestion for a new account: it is not verified here. */
function findMail(fields: Fields, names: readonly string[]): string {
  return fields['email_verified'] === false ? '' : findText(fields, names);
}

/**
 * Username, name and mail in the claims of an OpenID provider. Undefined texts are empty. The mail of an OAuth2 provider
 * is read only from a configured field.
 */
export function readProfile(provider: Provider, fields: Fields) {
  const { kind, username_field, name_field, mail_field } = provider;
  return {
    username: findText(fields, namesIn(username_field, USERNAME_FIELDS)),
    name: findText(fields, namesIn(name_field, NAME_FIELDS)),
    email: findMail(fields, namesIn(mail_field, kind === 'oidc' ? MAIL_FIELDS : [])),
  };
}

/** Whether the user belongs to the tenant that the form names. Several sources: some providers name it with the token. */
export function isOfTenant(
  { tenant_field, tenant }: Pick<Provider, 'tenant_field' | 'tenant'>,
  ...sources: readonly Fields[]
): boolean {
  if (tenant_field === '') return true;
  const names = namesIn(tenant_field, []);
  return tenant !== '' && sources.some((fields) => findText(fields, names) === tenant);
}

/** The id in a response about the user; empty if it has none. */
export function findUserId({ id_field }: Pick<Provider, 'id_field'>, text: string): string {
  return findText(parseFields(text), namesIn(id_field, ID_FIELDS));
}

/** The identity in the responses about a user, the later ones with more details. */
export function parseIdentity(
  provider: Provider,
  id: string,
  texts: readonly string[],
): ExternalIdentity {
  const profiles = texts.map((text) => readProfile(provider, parseFields(text)));
  const first = (name: 'username' | 'name' | 'email') =>
    profiles.find((profile) => profile[name] !== '')?.[name] ?? '';
  return {
    id: providerUserId(provider, id),
    username: first('username'),
    name: first('name'),
    email: first('email'),
  };
}

/** A discovered endpoint as a form field: a path when it has the issuer's origin, else the whole URL. */
function toFormField(origin: string, address: unknown): string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  return url.origin === origin ? url.pathname + url.search : url.href;
}

/** The header is the default of the OpenID Connect discovery specification. */
export function preferredClientAuth(metadata: Fields): 'body' | 'header' {
  const methods = metadata['token_endpoint_auth_methods_supported'];
  return Array.isArray(methods) && methods.includes('client_secret_post') ? 'body' : 'header';
}

/** Converts OpenID provider metadata into form fields; undefined when the metadata names another issuer. */
export function parseDiscovery(issuer: string, text: string) {
  const metadata = parseFields(text);
  const trimSlashes = (address: unknown) => String(address).replace(/\/+$/, '');
  if (trimSlashes(metadata['issuer']) !== trimSlashes(issuer)) return undefined;
  const { origin, host, protocol } = new URL(issuer);
  return {
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    host,
    authorize_path: toFormField(origin, metadata['authorization_endpoint']),
    token_path: toFormField(origin, metadata['token_endpoint']),
    userinfo_path: toFormField(origin, metadata['userinfo_endpoint']),
    scope: 'openid profile',
    client_auth: preferredClientAuth(metadata),
  };
}
