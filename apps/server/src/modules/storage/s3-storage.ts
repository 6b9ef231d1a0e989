import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { sendWithRetries } from './send-with-retries.ts';
import type { S3Config } from './s3-config.ts';
import { isObjectKey, shardedPath } from './storage.ts';
import type { Storage } from './storage.ts';

type Method = Parameters<typeof sendWithRetries>[1]['method'];

/** Expiry for requests of the server, which are sent immediately. */
const REQUEST_TTL_SECONDS = 300;
/** Expiry for redirected browsers; short, so that revoked access ends soon. */
const REDIRECT_TTL_SECONDS = 5;
/** Objects per response of a listing; stores send no more. */
const MAX_LISTED = 1000;

function assertStatus(response: IncomingMessage, ...expected: number[]): void {
  if (expected.includes(response.statusCode ?? 0)) return;
  response.resume();
  throw new Error(`the store responded with status ${response.statusCode}`);
}

const isMissing = ({ statusCode }: IncomingMessage) => statusCode === 404;

const elementText = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/** A page of ListObjectsV2. Keys of Octavo need no XML escapes; others are skipped by the caller. */
function parseListing(xml: string) {
  const objects = Array.from(xml.matchAll(/<Contents>.*?<\/Contents>/gs), ([contents]) => ({
    name: elementText(contents, 'Key'),
    size: Number(elementText(contents, 'Size')),
    modified: new Date(elementText(contents, 'LastModified')),
  }));
  return { objects, nextToken: elementText(xml, 'NextContinuationToken') };
}

/** Uses only features that all S3-compatible stores have: fixed-length bodies, single deletes, no checksum headers. */
export function s3Storage(config: S3Config, maxListed = MAX_LISTED): Storage {
  const { endpoint, bucket, prefix, publicUrl, pathStyle } = config;
  const objectName = (key: string) => prefix + shardedPath(key);

  function bucketUrl(path: string): URL {
    const url = new URL(endpoint);
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = pathStyle ? `/${bucket}/${path}` : `/${path}`;
    return url;
  }

  /** The signature is in the URL, so that browsers can use it too. */
  async function presign(url: URL, method: Method, seconds: number): Promise<string> {
    url.searchParams.set('X-Amz-Expires', String(seconds));
    // The signer reads a plus sign in the path as a space.
    url.pathname = url.pathname.replaceAll('+', '%2B');
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = config;
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      signQuery: true,
    });
    const signed = await signer.sign();
    // Stores do not read a plus sign in the query as a space.
    return signed.url.href.replaceAll('+', '%20');
  }

  const send = (
    method: Method,
    url: URL,
    extra: Omit<Parameters<typeof sendWithRetries>[1], 'method'> = {},
  ) =>
    sendWithRetries(() => presign(new URL(url), method, REQUEST_TTL_SECONDS), { method, ...extra });
  const objectUrl = (key: string) => bucketUrl(objectName(key));

  return {
    name: 's3',

    async put(key, content) {
      const md5 =
        content instanceof Uint8Array
          ? createHash('md5').update(content).digest('base64')
          : content.md5;
      // The store rejects a body that does not match `content-md5`, for example after a transmission error.
      const headers = { 'content-md5': md5, 'content-type': 'application/octet-stream' };
      const response = await send('PUT', objectUrl(key), { headers, body: content });
      assertStatus(response, 200);
      response.resume();
    },

    async find(key) {
      const response = await send('HEAD', objectUrl(key));
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
      const response = await send('GET', objectUrl(key), { headers });
      if (isMissing(response)) {
        response.resume();
        return undefined;
      }
      assertStatus(response, range ? 206 : 200);
      return response;
    },

    async remove(key) {
      const response = await send('DELETE', objectUrl(key));
      response.resume();
      assertStatus(response, 200, 204, 404);
    },

    async *list() {
      let token = '';
      do {
        const url = bucketUrl('');
        url.searchParams.set('list-type', '2');
        url.searchParams.set('prefix', prefix);
        url.searchParams.set('max-keys', String(maxListed));
        if (token !== '') url.searchParams.set('continuation-token', token);
        const response = await send('GET', url);
        assertStatus(response, 200);
        const { objects, nextToken } = parseListing(await text(response));
        for (const { name, size, modified } of objects) {
          const key = name.split('/').at(-1) ?? '';
          if (isObjectKey(key) && name === objectName(key)) yield { key, size, modified };
        }
        token = nextToken;
      } while (token !== '');
    },

    ...(publicUrl !== undefined && {
      presignedUrl(key, { type, disposition }) {
        const url = new URL(`/${objectName(key)}`, publicUrl);
        url.searchParams.set('response-content-type', type);
        url.searchParams.set('response-content-disposition', disposition);
        return presign(url, 'GET', REDIRECT_TTL_SECONDS);
      },
    }),
  };
}
