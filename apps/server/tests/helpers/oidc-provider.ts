import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';

export interface OidcUser {
  readonly sub: string;
  readonly username: string;
  readonly name: string;
}

const SECRET = randomBytes(24).toString('hex');
const SCOPE = 'openid profile';

const loginPage = (title: string) => `<!doctype html><html lang="en"><title>${title}</title>
<h1>${title}</h1><form method="post"><label>Name <input name="login"></label>
<button name="act" value="yes">Let me in</button><button name="act" value="no">Refuse</button></form>`;

function configuration(redirectUri: string, users: Map<string, OidcUser>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: 'octavo',
        client_secret: SECRET,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'a' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clientAuthMethods: ['client_secret_post'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false } },
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
      return (
        user && {
          accountId: sub,
          claims: () => ({ sub, name: user.name, preferred_username: user.username }),
        }
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

/** Starts a real OpenID provider with a login page. */
export async function startOidcProvider(redirectUri: string) {
  const users = new Map<string, OidcUser>();
  let handleRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer((request, response) => void handleRequest(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const provider = new Provider(issuer, configuration(redirectUri, users));
  const handleOther = provider.callback();

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
    form: {
      client_id: 'octavo',
      client_secret: SECRET,
      protocol: 'http' as const,
      host,
      authorize_path: '/oauth2/authorize',
      token_path: '/oauth2/token',
      userinfo_path: '/oauth2/userinfo',
    },
    /** Adds a user, who logs in at the provider with this name. */
    add: (user: OidcUser, loginName = user.username) => void users.set(loginName, user),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
