import multipart from '@fastify/multipart';
import { MOST_FILE_BYTES } from '@octavo/contract/attachment.entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A file as it came; its name is a claim of the sender. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Sent {
  readonly fields: Fields;
  readonly file?: SentFile | undefined;
}

/** An object without a prototype, so no field name can mean more than a name. */
function noFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** `b[]` is one more entry of the list `b`. */
function addField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (!key.endsWith('[]')) {
    fields[key] = value;
    return;
  }
  const name = key.slice(0, -2);
  const list = fields[name];
  if (Array.isArray(list)) list.push(value);
  else fields[name] = [value];
}

function parseForm(text: string): Fields {
  const fields = noFields();
  for (const [key, value] of new URLSearchParams(text)) addField(fields, key, value);
  return fields;
}

/** The spec's form bodies, JSON and multipart, on every call alike. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  await app.register(multipart, {
    limits: { files: 1, fields: 40, parts: 41, fieldSize: 256 * 1024, headerPairs: 100 },
  });
}

/**
 * The parser streams, so unlike with the other bodies the route's limit is ours to keep. A file stays in
 * memory until the gate has decided: fields may come behind it, and nothing is written for nobody.
 */
async function readMultipart(request: FastifyRequest, fileField?: string): Promise<Sent> {
  const most = request.routeOptions.bodyLimit ?? 0;
  if (Number(request.headers['content-length'] ?? 0) > most) throw new AppError('tooLarge');
  const fields = noFields();
  let bytes = 0;
  let file: SentFile | undefined;
  for await (const part of request.parts({ limits: { fileSize: MOST_FILE_BYTES } })) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField)
        throw new AppError('invalidRequest', { field: part.fieldname });
      file = { name: part.filename, bytes: await part.toBuffer() };
      continue;
    }
    bytes += part.fieldname.length + Buffer.byteLength(String(part.value));
    if (part.valueTruncated || bytes > most) throw new AppError('tooLarge');
    addField(fields, part.fieldname, part.value);
  }
  return { fields, file };
}

/** What the parser says of a broken body is the sender's fault, though it carries no status. */
function asRefusal(error: unknown): unknown {
  const known = error instanceof AppError || (error instanceof Error && 'statusCode' in error);
  return known ? error : new AppError('invalidRequest', { field: 'body' });
}

/** The fields of a call: a GET's query, else the body. A write never takes fields from its address. */
export async function readFields(request: FastifyRequest, fileField?: string): Promise<Sent> {
  if (request.method === 'GET') return { fields: request.query as Fields };
  if (request.isMultipart())
    return readMultipart(request, fileField).catch((error: unknown) => {
      throw asRefusal(error);
    });
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalidRequest', { field: 'body' });
  return { fields: body as Fields };
}
