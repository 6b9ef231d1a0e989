import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `a=1&b[]=2&b[]=3` as an object without a prototype, so no field name can mean more than a name. */
export function parseForm(text: string): Fields {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) fields[key] = value;
    else {
      const name = key.slice(0, -2);
      const list = fields[name];
      if (Array.isArray(list)) list.push(value);
      else fields[name] = [value];
    }
  }
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

async function multipartFields(request: FastifyRequest): Promise<Fields> {
  const fields: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'file') throw new AppError('invalidRequest', { field: part.fieldname });
    fields[part.fieldname] = part.value;
  }
  return fields;
}

/** The fields of a call: a GET's query, else the body. A write never takes fields from its address. */
export async function readFields(request: FastifyRequest, method: 'GET' | 'POST'): Promise<Fields> {
  if (method === 'GET') return request.query as Fields;
  if (request.isMultipart()) return multipartFields(request);
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('invalidRequest', { field: 'body' });
  return body as Fields;
}
