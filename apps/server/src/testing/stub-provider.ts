import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { uniqueName } from './factories.ts';

type Reply = (response: ServerResponse) => void;

export const asJson =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Starts an OAuth2 provider with configurable responses. */
export async function openStubProvider(
  wish: { token?: Reply; userinfo?: Reply; tls?: { key: string; cert: string } } = {},
) {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '';
    const { authorization, host } = request.headers;
    asked.push({ path, authorization, body: await text(request) });
    const issuer = `http://${host}`;
    const replies: Record<string, Reply> = {
      '/authorize': (page) => page.end('a login form'),
      '/token': wish.token ?? asJson({ access_token: 'stub-token-1', token_type: 'Bearer' }),
      '/me': wish.userinfo ?? ((page) => newPerson(page)),
      '/.well-known/openid-configuration': asJson({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `https://people.harbor.test/me`,
      }),
    };
    (replies[path] ?? asJson({}, 404))(response);
  };
  const listener: RequestListener = (request, response) => void answer(request, response);
  const server = wish.tls ? createSafeServer(wish.tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A provider shared by a whole test file must not keep the process alive.
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    asked,
    form: {
      client_id: 'octavo',
      client_secret: 'planted-secret-8812',
      protocol: wish.tls ? ('https' as const) : ('http' as const),
      host,
      authorize_path: '/authorize',
      token_path: '/token',
      userinfo_path: '/me',
    },
    close: () => server.close(),
  };
}

function newPerson(response: ServerResponse): void {
  const username = uniqueName('provided');
  asJson({ sub: username, preferred_username: username, name: '王静' })(response);
}
