import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import type { InjectOptions } from 'fastify';

type Fields = Readonly<Record<string, unknown>>;

/** A PNG of one pixel, accepted by every call that stores a file. */
export const PNG_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file that every import accepts. */
const OPENAPI_DOCUMENT = Buffer.from(
  '{"openapi":"3.1.0","info":{"title":"Harbor"},"paths":{"/a":{"get":{}}}}',
);

const fileFields = new Map(
  Object.values(calls).flatMap((verbs) =>
    Object.values(verbs as Record<string, Call>).flatMap(({ path, file }) =>
      file ? [[path as string, file] as const] : [],
    ),
  ),
);

/** Its line is left out, so that applying it writes no account. */
const USER_FILE = Buffer.from('username,name\na b,Harbor\n');

interface MultipartFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const quoted = (name: string) => name.replaceAll(/[\r\n"]/g, encodeURIComponent);

/** Puts the fields before the file, as browsers send a form in the order of its inputs. */
export function multipart(fields: Fields, file: MultipartFile) {
  const boundary = `octavo-${randomUUID()}`;
  const parts = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`;
  });
  const fileHeader =
    `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; ` +
    `filename="${quoted(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(parts.join('') + fileHeader),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}

function readFields({ payload, headers }: InjectOptions): Fields | undefined {
  if (typeof payload !== 'string')
    return payload?.constructor === Object ? (payload as Fields) : undefined;
  const type = headers?.['content-type'];
  if (type === 'application/json') return parseObject(payload);
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  return Object.fromEntries(new URLSearchParams(payload));
}

/**
 * Generic tests of all calls do not handle files: this converts their body into multipart with a file for calls
 * that require one, if the body can be parsed.
 */
export function addRequiredFile(options: InjectOptions): InjectOptions {
  const { method, url } = options;
  const field = method === 'POST' && typeof url === 'string' ? fileFields.get(url) : undefined;
  const fields = field && readFields(options);
  if (!fields) return options;
  // The multipart parser rejects names that exist on Object.prototype.
  const allowedFields = Object.entries(fields).filter(([name]) => !(name in Object.prototype));
  const path = typeof url === 'string' ? url : '';
  const file = path.startsWith('/api/adminUserImport/')
    ? { field, name: 'people.csv', bytes: USER_FILE }
    : /^\/api\/(?:import\/|sheet\/|open\/import)/.test(path)
      ? { field, name: 'harbor.json', bytes: OPENAPI_DOCUMENT }
      : { field, name: 'point.png', bytes: PNG_PIXEL };
  const multipartRequest = multipart(Object.fromEntries(allowedFields), file);
  return {
    ...options,
    payload: multipartRequest.payload,
    headers: { ...options.headers, ...multipartRequest.headers },
  };
}
