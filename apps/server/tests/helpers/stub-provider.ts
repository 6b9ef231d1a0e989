import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { uniqueName } from './factories.ts';

type Reply = (response: ServerResponse) => void;

export const jsonReply =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Starts an OAuth2 provider with configurable responses. */
export async function startStubProvider(
  options: { token?: Reply; userinfo?: Reply; tls?: { key: string; cert: string } } = {},
) {
  const receivedRequests: ReceivedRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '';
    const { authorization, host } = request.headers;
    receivedRequests.push({ path, authorization, body: await text(request) });
    const issuer = `http://${host}`;
    const replies: Record<string, Reply> = {
      '/authorize': (page) => page.end('a login form'),
      '/token': options.token ?? jsonReply({ access_token: 'stub-token-1', token_type: 'Bearer' }),
      '/me': options.userinfo ?? ((page) => replyNewUser(page)),
      '/.well-known/openid-configuration': jsonReply({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `https://people.harbor.test/me`,
      }),
    };
    (replies[path] ?? jsonReply({}, 404))(response);
  };
  const listener: RequestListener = (request, response) => void answer(request, response);
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A provider shared by a whole test file must not keep the process alive.
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    receivedRequests,
    form: {
      client_id: 'octavo',
      client_secret: 'planted-secret-8812',
      protocol: options.tls ? ('https' as const) : ('http' as const),
      host,
      authorize_path: '/authorize',
      token_path: '/token',
      userinfo_path: '/me',
    },
    close: () => server.close(),
  };
}

function replyNewUser(response: ServerResponse): void {
  const username = uniqueName('provided');
  jsonReply({ sub: username, preferred_username: username, name: '王静' })(response);
}
