import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBlock } from '../../src/realtime/address-block.ts';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { sendRequest } from '../helpers/http.ts';
import { startNginx } from '../helpers/nginx.ts';
import { openKeepAliveSocket } from '../helpers/raw-socket.ts';
import { mountSmallDisk } from '../helpers/small-disk.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { multipart } from '../helpers/multipart.ts';

const MB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const large = Buffer.alloc(2 * MB, 'x');
const LIVE = '{"status":"live"}';

let site: TestSite;
let port: number;
let cookie: string;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.server.address() as AddressInfo).port;
  const { client } = await makeLoggedInUser(site);
  cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(() => site.close());

interface RejectedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** A declared content length may be rejected before the content is checked. */
  readonly statuses: readonly number[];
}

/** Returns a form with one file and the statuses it is rejected with. */
function file(path: string, field: string, bytes: Buffer, ...statuses: number[]): RejectedRequest {
  const { headers, payload } = multipart({}, { field, name: 'a.bin', bytes });
  return { path, headers, body: payload, statuses };
}

const plain = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  ...statuses: number[]
): RejectedRequest => ({ path, headers, body, statuses });

const uploadPath = calls.attachment.upload.path;
const loginPath = calls.user.login.path;

const rejectedRequests: Record<string, () => RejectedRequest> = {
  'a file in a call that accepts none': () => file(loginPath, 'file', large, 200, 413),
  'a file in a wrong field': () => file(uploadPath, 'files', large, 200),
  'a __proto__ field': () => file(uploadPath, '__proto__', large, 400),
  'a form above the limit by its length': () => file(uploadPath, 'file', Buffer.alloc(5 * MB), 413),
  'a file above the limit within the length': () =>
    file(uploadPath, 'file', Buffer.alloc(4 * MB + 1), 413),
  'a JSON body above the limit': () => plain(loginPath, JSON_TYPE, large, 413),
  'a form field above the limit': () => {
    const made = multipart({ name: 'x'.repeat(2 * MB) }, { field: 'f', name: 'f', bytes: large });
    return plain(loginPath, made.headers, made.payload, 413);
  },
  'a visitor': () => file(uploadPath, 'file', large, 200),
  'another site': () => {
    const made = file(calls.import.plan.path, 'file', large, 200);
    return { ...made, headers: { ...made.headers, cookie, origin: 'http://elsewhere.test' } };
  },
  'an unknown call': () => plain('/api/no/such', JSON_TYPE, Buffer.alloc(200_000, ' '), 400),
  'an unknown path': () => file('/no-such-address', 'file', large, 404),
  'a malformed path': () => plain('/%zz', JSON_TYPE, large, 400),
  'an unknown type': () => plain(loginPath, { 'content-type': 'x/y' }, large, 415),
  'an unknown encoding': () =>
    plain(loginPath, { ...JSON_TYPE, 'content-encoding': 'x' }, large, 200),
  'malformed gzip': () =>
    plain(loginPath, { ...JSON_TYPE, 'content-encoding': 'gzip' }, large, 400, 413),
  'gzip that decompresses above the limit': () =>
    plain(
      loginPath,
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(80 * MB, ' ')),
      413,
    ),
  'a malformed form': () =>
    plain(loginPath, { 'content-type': 'multipart/form-data; boundary=x' }, large, 200, 413),
  'too many requests': () => plain('/mock-data/0', { 'content-type': 'text/plain' }, large, 429),
};

function head({ path, headers }: RejectedRequest, framing: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, 'host: octavo.test', ...lines, framing, '', ''].join('\r\n');
}

const withLength = (rejected: RejectedRequest) =>
  Buffer.concat([
    Buffer.from(head(rejected, `content-length: ${rejected.body.length}`)),
    rejected.body,
  ]);

const inChunks = (rejected: RejectedRequest) =>
  Buffer.concat([
    Buffer.from(head(rejected, 'transfer-encoding: chunked')),
    Buffer.from(`${rejected.body.length.toString(16)}\r\n`),
    rejected.body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

/** Expects that the next request is answered, or that the server announces that it closes the connection. */
async function expectUsable(at: number, bytes: Buffer, statuses: readonly number[]): Promise<void> {
  const connection = await openKeepAliveSocket(at);
  const rejected = await connection.request(bytes);
  expect(statuses).toContain(rejected.status);
  expect(await connection.isUsableAfter(rejected)).toBe(true);
}

const rows = Object.entries(rejectedRequests).map(([name, rejected]) => ({
  name,
  refused: rejected,
}));

describe('the connection of a rejected body', () => {
  beforeAll(async () => {
    const key = `mock:${addressBlock('127.0.0.1')}`;
    for (let hit = 0; hit <= 1200; hit += 1) await site.deps.limiter.hit(key, 600);
  });

  it.each(rows)('accepts the next request: $name', async ({ refused: rejected }) => {
    const sent = rejected();
    await expectUsable(port, withLength(sent), sent.statuses);
    await expectUsable(port, inChunks(sent), sent.statuses);
  });

  const disk = mountSmallDisk();
  afterAll(() => disk?.remove());

  it.each([
    ['is missing', '/dev/null/files'],
    ['is full', disk?.folder],
  ])('accepts the next request if the file folder %s', async (_failure, folder) => {
    if (folder === undefined) return;
    const full = await openIsolatedSite({ ROLES: 'web', STORAGE_DIR: folder });
    await full.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: at } = full.app.server.address() as AddressInfo;
    const sent = file(uploadPath, 'file', Buffer.alloc(3 * MB), 507);
    await expectUsable(at, withLength(sent), sent.statuses);
    await expectUsable(at, inChunks(sent), sent.statuses);
  });

  describe('behind nginx', () => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    beforeAll(async () => {
      nginx = await startNginx(`http://127.0.0.1:${port}`);
    });
    afterAll(() => nginx.close());

    it.each(rows)('accepts requests of other clients: $name', async ({ refused: rejected }) => {
      for (const base of [nginx.url, `${nginx.url}/streamed`]) {
        const { path, headers, body, statuses } = rejected();
        const answer = await sendRequest(base + path, { method: 'POST', headers, body });
        expect(statuses).toContain(answer.status);
        for (let next = 0; next < 3; next += 1)
          expect(await sendRequest(`${base}/health/live`)).toMatchObject({
            status: 200,
            body: LIVE,
          });
      }
    });
  });
});
