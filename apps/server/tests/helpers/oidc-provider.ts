import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

export interface OidcUser {
  readonly sub: string;
  readonly username: string;
  readonly name: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** Further claims of the scope `profile`. */
  readonly tenant?: string;
}

const SECRET = randomBytes(24).toString('hex');
const SCOPE = 'openid profile email';

const loginPage = (title: string) => `<!doctype html><html lang="en"><title>${title}</title>
<h1>${title}</h1><form method="post"><label>Name <input name="login"></label>
<button name="act" value="yes">Let me in</button><button name="act" value="no">Refuse</button></form>`;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

function newKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, privateKey };
}

interface LogoutOptions {
  /** The address that logout messages are sent to; without it there are none. */
  readonly logoutUri?: string;
  /** Sends a logout message to the site. */
  readonly deliver?: (url: string | URL | Request, options: RequestInit) => Promise<Response>;
}

/** The provider's own dispatcher connects to no local addresses, where the sites of tests are. */
function withoutDispatcher(options: RequestInit & { dispatcher?: unknown } = {}): RequestInit {
  const { dispatcher: _, ...request } = options;
  return request;
}

function configuration(
  redirectUri: string,
  users: Map<string, OidcUser>,
  { kid, privateKey }: SigningKey,
  { logoutUri, deliver }: LogoutOptions,
): Configuration {
  return {
    clients: [
      {
        client_id: 'octavo',
        client_secret: SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        ...(logoutUri && {
          backchannel_logout_uri: logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clientAuthMethods: ['client_secret_post'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'tenant'],
      email: ['email', 'email_verified'],
    },
    features: {
      devInteractions: { enabled: false },
      ...(logoutUri && { backchannelLogout: { enabled: true } }),
    },
    ...(deliver && { fetch: (url, options) => deliver(url, withoutDispatcher(options)) }),
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userinfo',
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 60, IdToken: 60 },
    findAccount: (_ctx, sub) => {
      const user = [...users.values()].find((each) => each.sub === sub);
      const { username, ...claims } = user ?? { username: '', sub };
      return (
        user && { accountId: sub, claims: () => ({ ...claims, preferred_username: username }) }
      );
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  };
}

/** What a test makes of the provider's valid id_token: other claims, or a token of its own. */
type ForgeIdToken = (claims: JWTPayload, idToken: string) => JWTPayload | string | Promise<string>;

/** Starts a real OpenID provider with a login page. */
export async function startOidcProvider(redirectUri: string, options: LogoutOptions = {}) {
  const users = new Map<string, OidcUser>();
  const requestedPaths: string[] = [];
  let forge: ForgeIdToken | undefined;
  let userinfo: object | undefined;
  let key = newKey('a');
  let handleRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer((request, response) => {
    requestedPaths.push(request.url?.split('?')[0] ?? '');
    void handleRequest(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;

  const sign = (claims: JWTPayload, signedBy: SigningKey = key, typ = 'JWT') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: signedBy.kid, typ })
      .sign(signedBy.privateKey);

  function openProvider(): Provider {
    const provider = new Provider(issuer, configuration(redirectUri, users, key, options));
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path === '/oauth2/userinfo' && userinfo) ctx.body = userinfo;
      if (ctx.path !== '/oauth2/token' || !body?.id_token || !forge) return;
      const forged = await forge(decodeJwt(body.id_token), body.id_token);
      ctx.body = { ...body, id_token: typeof forged === 'string' ? forged : await sign(forged) };
    });
    return provider;
  }
  let provider = openProvider();
  let handleOther = provider.callback();

  const handleInteraction = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET')
      return void response.setHeader('content-type', 'text/html').end(loginPage('Harbor login'));
    const submitted = new URLSearchParams(await text(request));
    const user = users.get(submitted.get('login') ?? '');
    const result =
      submitted.get('act') === 'yes' && user
        ? { login: { accountId: user.sub } }
        : { error: 'access_denied', error_description: 'turned back' };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  };
  handleRequest = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? handleInteraction(request, response)
      : handleOther(request, response);

  return {
    issuer,
    /** The paths of all requests so far. */
    requestedPaths,
    form: {
      client_id: 'octavo',
      client_secret: SECRET,
      protocol: 'http' as const,
      host,
      authorize_path: '/oauth2/authorize',
      token_path: '/oauth2/token',
      userinfo_path: '/oauth2/userinfo',
    },
    oidcForm: {
      kind: 'oidc' as const,
      issuer,
      client_id: 'octavo',
      client_secret: SECRET,
      scope: SCOPE,
    },
    /** Adds a user, who logs in at the provider with this name. */
    add: (user: OidcUser, loginName = user.username) => void users.set(loginName, user),
    /** Changes the id_token and the user info of all logins from now on; nothing restores the real ones. */
    deceive(changed: { idToken?: ForgeIdToken; userinfo?: object }) {
      forge = changed.idToken;
      userinfo = changed.userinfo;
    },
    sign,
    /** A key that the provider does not publish, under the id of the one that it does. */
    foreignKey: () => newKey(key.kid),
    keyId: (token: string) => decodeProtectedHeader(token).kid,
    /** The provider restarts with a new key: it signs with it, and no longer publishes the old one. */
    rotateKeys() {
      key = newKey(randomBytes(4).toString('hex'));
      provider = openProvider();
      handleOther = provider.callback();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
