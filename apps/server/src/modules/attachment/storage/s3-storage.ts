import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { exchange } from './exchange.ts';
import type { S3Place } from './s3-place.ts';
import { signedAddress } from './signed-address.ts';
import { isKey, partedKey } from './storage.ts';
import type { Storage } from './storage.ts';

/** Expiry for requests of the server, which are sent immediately. */
const OWN_SECONDS = 300;
/** Expiry for redirected browsers; short, so that revoked access ends soon. */
const GUEST_SECONDS = 5;

function assertStatus(answer: IncomingMessage, ...fine: number[]): void {
  if (fine.includes(answer.statusCode ?? 0)) return;
  answer.resume();
  throw new Error(`the store answers ${answer.statusCode}`);
}

const isMissing = ({ statusCode }: IncomingMessage) => statusCode === 404;

/** Uses only features that all S3-compatible stores have: fixed-length bodies, single deletes, no checksum headers. */
export function s3Storage(place: S3Place): Storage {
  const { endpoint, bucket, prefix, publicUrl, pathStyle } = place;
  const client = new S3Client({
    endPoint: endpoint,
    region: place.region,
    bucket,
    accessKey: place.accessKey,
    secretKey: place.secretKey,
    pathStyle,
  });
  const nameOf = (key: string) => prefix + partedKey(key);

  function urlOf(key: string): URL {
    const url = new URL(endpoint);
    if (pathStyle) url.pathname = `/${bucket}/${nameOf(key)}`;
    else {
      url.hostname = `${bucket}.${url.hostname}`;
      url.pathname = `/${nameOf(key)}`;
    }
    return url;
  }
  const ask = (
    method: 'GET' | 'PUT' | 'HEAD' | 'DELETE',
    key: string,
    more: Omit<Parameters<typeof exchange>[1], 'method'> = {},
  ) => {
    const wish = { method, seconds: OWN_SECONDS };
    return exchange(() => signedAddress(urlOf(key), place, wish, new Date()), { method, ...more });
  };

  return {
    name: 's3',

    async put(key, content) {
      const md5 =
        content instanceof Uint8Array
          ? createHash('md5').update(content).digest('base64')
          : content.md5;
      // The store rejects a body that does not match `content-md5`, for example after a transmission error.
      const headers = { 'content-md5': md5, 'content-type': 'application/octet-stream' };
      const answer = await ask('PUT', key, { headers, body: content });
      assertStatus(answer, 200);
      answer.resume();
    },

    async find(key) {
      const answer = await ask('HEAD', key);
      answer.resume();
      if (isMissing(answer)) return undefined;
      assertStatus(answer, 200);
      const { 'content-length': size, 'last-modified': modified } = answer.headers;
      return { key, size: Number(size), modified: new Date(modified ?? 0) };
    },

    async open(key, range) {
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end}` }
        : {};
      const answer = await ask('GET', key, { headers });
      if (isMissing(answer)) {
        answer.resume();
        return undefined;
      }
      assertStatus(answer, range ? 206 : 200);
      return answer;
    },

    async remove(key) {
      const answer = await ask('DELETE', key);
      answer.resume();
      assertStatus(answer, 200, 204, 404);
    },

    async *list() {
      for await (const { key, size, lastModified } of client.listObjects({ prefix })) {
        const name = key.split('/').at(-1) ?? '';
        if (isKey(name) && key === nameOf(name))
          yield { key: name, size, modified: new Date(lastModified) };
      }
    },

    ...(publicUrl !== undefined && {
      address(key, { type, disposition }) {
        const url = new URL(`/${nameOf(key)}`, publicUrl);
        const query = {
          'response-content-type': type,
          'response-content-disposition': disposition,
        };
        const wish = { method: 'GET', seconds: GUEST_SECONDS, query } as const;
        return signedAddress(url, place, wish, new Date());
      },
    }),
  };
}
