import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { StorageError } from '../storage-error.ts';
import type { UploadedFile } from './spool.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface ParsedRequest {
  readonly fields: Fields;
  readonly file?: UploadedFile | undefined;
}

/** An object without a prototype, so that no field name has a special meaning. */
function emptyFields(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `a[b]` is the field `b` of the object `a`, and `a[]` adds an entry to the list `a`. */
function addField(fields: Record<string, unknown>, key: string, value: unknown): void {
  const [, name, inner] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? [];
  if (name === undefined || inner === undefined) {
    fields[key] = value;
    return;
  }
  const existing = fields[name];
  if (inner === '') fields[name] = [...(Array.isArray(existing) ? existing : []), value];
  else
    fields[name] = Object.assign(emptyFields(), isPlainObject(existing) && existing, {
      [inner]: value,
    });
}

function parseForm(text: string): Fields {
  const fields = emptyFields();
  for (const [key, value] of new URLSearchParams(text)) addField(fields, key, value);
  return fields;
}

/** Every call accepts form, JSON and multipart bodies. */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  await app.register(multipart, {
    limits: { files: 1, fields: 40, parts: 41, headerPairs: 100 },
  });
}

/** The file of an upload call: its field, its maximum size, and how it is written to disk. */
export interface FileSpec {
  readonly field: string;
  readonly maxBytes: number;
  spool(stream: Readable, name: string): Promise<UploadedFile>;
}

/** The multipart parser streams without the body limit of the route, so the limit is enforced here. */
async function readMultipart(
  request: FastifyRequest,
  fileSpec: FileSpec | undefined,
): Promise<ParsedRequest> {
  const maxFieldBytes = request.routeOptions.bodyLimit ?? 0;
  const maxBytes = fileSpec?.maxBytes ?? 0;
  if (Number(request.headers['content-length'] ?? 0) > maxFieldBytes + maxBytes)
    throw new AppError('tooLarge');
  const fields = emptyFields();
  let bytes = 0;
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, fieldSize: maxFieldBytes },
    })) {
      if (part.type === 'file') {
        if (part.fieldname !== fileSpec?.field)
          throw new AppError('invalidRequest', { field: part.fieldname });
        // Form fields may follow the file, so access is not checked yet. The file is spooled to disk and discarded
        // if the request is rejected.
        file = await fileSpec.spool(part.file, part.filename);
        continue;
      }
      bytes += part.fieldname.length + Buffer.byteLength(String(part.value));
      if (part.valueTruncated || bytes > maxFieldBytes) throw new AppError('tooLarge');
      addField(fields, part.fieldname, part.value);
    }
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return { fields, file };
}

/** Parser errors without a status code mean a malformed body, so they become `invalidRequest`. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError || error instanceof StorageError) return error;
  if (!(error instanceof Error)) return error;
  if ('statusCode' in error) return error;
  return new AppError('invalidRequest', { field: 'body' });
}

/** Reads the fields of a call: the query of a GET, else the body. A POST never takes fields from its URL. */
export async function readFields(
  request: FastifyRequest,
  fileSpec?: FileSpec,
): Promise<ParsedRequest> {
  if (request.method === 'GET') return { fields: request.query as Fields };
  if (request.isMultipart())
    return readMultipart(request, fileSpec).catch((error: unknown) => {
      throw toAppError(error);
    });
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalidRequest', { field: 'body' });
  return { fields: body as Fields };
}
