import { createHash, createHmac } from 'node:crypto';

/** The encoding that AWS signatures require; `encodeURIComponent` leaves some of these characters. */
const encodeRfc3986 = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

interface PresignOptions {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly seconds: number;
  readonly query?: Readonly<Record<string, string>>;
}

interface Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * Presigned URL with AWS Signature Version 4. The S3 client can only sign URLs of its own endpoint, but not of a
 * custom domain for the bucket.
 */
export function presignUrl(
  url: URL,
  { region, accessKey, secretKey }: Credentials,
  { method, seconds, query = {} }: PresignOptions,
  now: Date,
): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const params = {
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  const queryString = Object.entries(params)
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted()
    .join('&');
  const canonicalRequest = [
    method,
    url.pathname,
    queryString,
    `host:${url.host}\n`,
    'host',
    'UNSIGNED-PAYLOAD',
  ];
  const digest = createHash('sha256').update(canonicalRequest.join('\n')).digest('hex');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex');
  return `${url.origin}${url.pathname}?${queryString}&X-Amz-Signature=${signature}`;
}
