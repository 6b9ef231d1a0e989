import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { sendWithRetries } from './send-with-retries.ts';
import type { S3Config } from './s3-config.ts';
import { presignUrl } from './presign-url.ts';
import { isObjectKey, shardedPath } from './storage.ts';
import type { Storage } from './storage.ts';

/** Expiry for requests of the server, which are sent immediately. */
const REQUEST_TTL_SECONDS = 300;
/** Expiry for redirected browsers; short, so that revoked access ends soon. */
const REDIRECT_TTL_SECONDS = 5;

function assertStatus(response: IncomingMessage, ...expected: number[]): void {
  if (expected.includes(response.statusCode ?? 0)) return;
  response.resume();
  throw new Error(`the store responded with status ${response.statusCode}`);
}

const isMissing = ({ statusCode }: IncomingMessage) => statusCode === 404;

/** Uses only features that all S3-compatible stores have: fixed-length bodies, single deletes, no checksum headers. */
export function s3Storage(config: S3Config): Storage {
  const { endpoint, bucket, prefix, publicUrl, pathStyle } = config;
  const client = new S3Client({
    endPoint: endpoint,
    region: config.region,
    bucket,
    accessKey: config.accessKey,
    secretKey: config.secretKey,
    pathStyle,
  });
  const objectName = (key: string) => prefix + shardedPath(key);

  function objectUrl(key: string): URL {
    const url = new URL(endpoint);
    if (pathStyle) url.pathname = `/${bucket}/${objectName(key)}`;
    else {
      url.hostname = `${bucket}.${url.hostname}`;
      url.pathname = `/${objectName(key)}`;
    }
    return url;
  }
  const send = (
    method: 'GET' | 'PUT' | 'HEAD' | 'DELETE',
    key: string,
    extra: Omit<Parameters<typeof sendWithRetries>[1], 'method'> = {},
  ) => {
    const options = { method, seconds: REQUEST_TTL_SECONDS };
    return sendWithRetries(() => presignUrl(objectUrl(key), config, options, new Date()), {
      method,
      ...extra,
    });
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
      const response = await send('PUT', key, { headers, body: content });
      assertStatus(response, 200);
      response.resume();
    },

    async find(key) {
      const response = await send('HEAD', key);
      response.resume();
      if (isMissing(response)) return undefined;
      assertStatus(response, 200);
      const { 'content-length': size, 'last-modified': modified } = response.headers;
      return { key, size: Number(size), modified: new Date(modified ?? 0) };
    },

    async open(key, range) {
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end}` }
        : {};
      const response = await send('GET', key, { headers });
      if (isMissing(response)) {
        response.resume();
        return undefined;
      }
      assertStatus(response, range ? 206 : 200);
      return response;
    },

    async remove(key) {
      const response = await send('DELETE', key);
      response.resume();
      assertStatus(response, 200, 204, 404);
    },

    async *list() {
      for await (const { key, size, lastModified } of client.listObjects({ prefix })) {
        const name = key.split('/').at(-1) ?? '';
        if (isObjectKey(name) && key === objectName(name))
          yield { key: name, size, modified: new Date(lastModified) };
      }
    },

    ...(publicUrl !== undefined && {
      presignedUrl(key, { type, disposition }) {
        const url = new URL(`/${objectName(key)}`, publicUrl);
        const query = {
          'response-content-type': type,
          'response-content-disposition': disposition,
        };
        const options = { method: 'GET', seconds: REDIRECT_TTL_SECONDS, query } as const;
        return presignUrl(url, config, options, new Date());
      },
    }),
  };
}
