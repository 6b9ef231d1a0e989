import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StorageError } from '../storage-error.ts';
import type { SentFile } from './spool.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Sent {
  readonly fields: Fields;
  readonly file?: SentFile | undefined;
}

/** An object without a prototype, so no field name can mean more than a name. */
function noFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

const isStructure = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `a[b]` is the field `b` of the structure `a`, and `a[]` one more entry of the list `a`. */
function addField(fields: Record<string, unknown>, key: string, value: unknown): void {
  const [, name, inner] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? [];
  if (name === undefined || inner === undefined) {
    fields[key] = value;
    return;
  }
  const present = fields[name];
  if (inner === '') fields[name] = [...(Array.isArray(present) ? present : []), value];
  else
    fields[name] = Object.assign(noFields(), isStructure(present) && present, { [inner]: value });
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
    limits: { files: 1, fields: 40, parts: 41, headerPairs: 100 },
  });
}

/** For a call that takes a file: in which field, how large it may be, how it is written to disk. */
export interface FileWish {
  readonly field: string;
  readonly mostBytes: number;
  spool(stream: Readable, name: string): Promise<SentFile>;
}

/** The parser streams, so unlike with the other bodies the route's limit is ours to keep. */
async function readParts(request: FastifyRequest, wish: FileWish | undefined): Promise<Sent> {
  const most = request.routeOptions.bodyLimit ?? 0;
  const mostBytes = wish?.mostBytes ?? 0;
  if (Number(request.headers['content-length'] ?? 0) > most + mostBytes)
    throw new AppError('tooLarge');
  const fields = noFields();
  let bytes = 0;
  let file: SentFile | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: mostBytes, fieldSize: most } })) {
      if (part.type === 'file') {
        if (part.fieldname !== wish?.field)
          throw new AppError('invalidRequest', { field: part.fieldname });
        // Fields may come behind it, so the gate has not decided yet: nothing is kept for nobody.
        file = await wish.spool(part.file, part.filename);
        continue;
      }
      bytes += part.fieldname.length + Buffer.byteLength(String(part.value));
      if (part.valueTruncated || bytes > most) throw new AppError('tooLarge');
      addField(fields, part.fieldname, part.value);
    }
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return { fields, file };
}

/** What the parser says of a broken body is the sender's fault, though it carries no status. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError || error instanceof StorageError) return error;
  if (!(error instanceof Error)) return error;
  if ('statusCode' in error) return error;
  return new AppError('invalidRequest', { field: 'body' });
}

/** The fields of a call: a GET's query, else the body. A write never takes fields from its address. */
export async function readFields(request: FastifyRequest, wish?: FileWish): Promise<Sent> {
  if (request.method === 'GET') return { fields: request.query as Fields };
  if (request.isMultipart())
    return readParts(request, wish).catch((error: unknown) => {
      throw asRefusal(error);
    });
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalidRequest', { field: 'body' });
  return { fields: body as Fields };
}
