import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { openKeepAliveSocket, rawRequest, sendRaw } from '../helpers/raw-socket.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
let port: number;
beforeAll(async () => {
  site = await openTestSite();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

const JSON_TYPE = 'content-type: application/json';
const REQUEST_LINE = 'POST /api/common/homePageSetting HTTP/1.1';
const SMUGGLED_REQUEST = 'GET /health/live HTTP/1.1\r\nhost: octavo.test\r\n\r\n';

/** Header lines are sent unchanged, including spaces and tabs. */
const request = (line: string, headers: readonly string[], body = '') =>
  [line, 'host: octavo.test', ...headers, '', body].join('\r\n');

const smuggling: Record<string, string> = {
  'two lengths that differ': request(
    REQUEST_LINE,
    [JSON_TYPE, 'content-length: 2', `content-length: ${2 + SMUGGLED_REQUEST.length}`],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a length and chunks': request(
    REQUEST_LINE,
    [JSON_TYPE, 'content-length: 2', 'transfer-encoding: chunked'],
    `0\r\n\r\n${SMUGGLED_REQUEST}`,
  ),
  'two transfer encodings': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding: chunked', 'transfer-encoding: x'],
    `0\r\n\r\n${SMUGGLED_REQUEST}`,
  ),
  'a misspelt transfer encoding': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding: xchunked', 'content-length: 2'],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a space before the colon': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding : chunked', 'content-length: 2'],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a header folded over two lines': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding:\r\n chunked', 'content-length: 2'],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a length with a sign': request(
    REQUEST_LINE,
    [JSON_TYPE, 'content-length: +2'],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a length in hexadecimal': request(
    REQUEST_LINE,
    [JSON_TYPE, 'content-length: 0x2'],
    `{}${SMUGGLED_REQUEST}`,
  ),
  'a chunk size above the number range': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding: chunked'],
    `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ),
  'an invalid chunk size': request(
    REQUEST_LINE,
    [JSON_TYPE, 'transfer-encoding: chunked'],
    `z\r\n{}\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ),
  'bare line feeds': request(REQUEST_LINE, [JSON_TYPE]).replaceAll('\r\n', '\n') + SMUGGLED_REQUEST,
  'a NUL in a header': request(REQUEST_LINE, [JSON_TYPE, 'x: a\0b'], SMUGGLED_REQUEST),
  'a carriage return in a header': request(REQUEST_LINE, [JSON_TYPE, 'x: a\rb'], SMUGGLED_REQUEST),
  'a header without a name': request(REQUEST_LINE, [JSON_TYPE, ': a'], SMUGGLED_REQUEST),
  'no host': `${REQUEST_LINE}\r\n${JSON_TYPE}\r\n\r\n${SMUGGLED_REQUEST}`,
  'an unknown HTTP version': request(
    'POST /api/common/homePageSetting HTTP/9.9',
    [],
    SMUGGLED_REQUEST,
  ),
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown method': request('GETT /health/live HTTP/1.1', [], SMUGGLED_REQUEST),
  'a line that is not a request': `hello\r\n\r\n${SMUGGLED_REQUEST}`,
  'headers of 64 KB': request(
    REQUEST_LINE,
    [JSON_TYPE, `x: ${'a'.repeat(65_536)}`],
    SMUGGLED_REQUEST,
  ),
};

describe('an ambiguously framed request', () => {
  it.each(Object.entries(smuggling))(
    'is rejected with everything that follows: %s',
    async (_name, bytes) => {
      const { statuses, text } = await sendRaw(port, bytes);
      expect(statuses.length).toBeLessThanOrEqual(1);
      for (const status of statuses) expect([400, 431, 505]).toContain(status);
      expect(text).not.toContain('"live"');
      expect(text).not.toMatch(/node_modules|\.ts:\d|at .*\(/);
    },
  );
});

describe('a request in an unusual but valid form', () => {
  it('in chunks is read completely', async () => {
    const body = '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n';
    const headers = [JSON_TYPE, 'transfer-encoding: chunked', 'connection: close'];
    const { statuses, text } = await sendRaw(port, request(REQUEST_LINE, headers, body));
    expect(statuses).toEqual([200]);
    expect(text).toContain('"home_page":1');
  });

  it('in chunks is rejected if it exceeds the limit of the call, even if it never ends', async () => {
    const chunk = `40000\r\n${' '.repeat(0x40000)}\r\n`;
    const headers = [JSON_TYPE, 'transfer-encoding: chunked'];
    const line = await openKeepAliveSocket(port);
    const answer = await line.request(request(REQUEST_LINE, headers, chunk.repeat(40)));
    expect(answer).toMatchObject({ status: 413, closes: true });
    await line.closed;
  });

  it('with HTTP/1.0 is answered and the connection closed', async () => {
    const { statuses } = await sendRaw(port, 'GET /health/live HTTP/1.0\r\n\r\n');
    expect(statuses).toEqual([200]);
  });

  it('in a pipeline is answered in order and with its own session', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const info = 'POST /api/user/info HTTP/1.1';
    const own = ['origin: http://octavo.test', 'content-length: 0'];
    const cookie = `cookie: octavo=${client.cookies.get('octavo')}`;
    const { statuses, text } = await sendRaw(
      port,
      request(info, own) +
        request(info, [...own, cookie]) +
        request(info, [...own, 'connection: close']),
    );
    expect(statuses).toEqual([200, 200, 200]);
    const codes = [...text.matchAll(/"error_code":(\d+)/g)].map((found) => Number(found[1]));
    expect(codes).toEqual([10102, 0, 10102]);
    expect(text).toContain(`"uid":${uid},`);
  });

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'PUT', 'DELETE', 'CONNECT'])(
    'with the method %s returns no data',
    async (method) => {
      const { statuses, text } = await sendRaw(
        port,
        rawRequest(`${method} /api/user/info HTTP/1.1`),
      );
      for (const status of statuses) expect([400, 404]).toContain(status);
      expect(text).not.toMatch(/access-control-allow|"error_code":0/i);
    },
  );
});
