import type { Call, CallResult } from '@octavo/contract/define-call';
import { success } from '@octavo/contract/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { encodeOnce } from './encoded-body.ts';
import type { EncodedBody } from './encoded-body.ts';
import { encodeAround } from './spliced-body.ts';
import type { SharedPart } from './spliced-body.ts';

/** A response that is already validated and serialized, and is sent as it is. */
export class CachedResponse {
  readonly body: EncodedBody;

  constructor(body: EncodedBody) {
    this.body = body;
  }
}

export function toCachedResponse<C extends Call>(
  { path, response }: C,
  answer: CallResult<C>,
): CachedResponse {
  if (!(response instanceof z.ZodType)) throw new Error(`${path} responds with a file`);
  return new CachedResponse(
    encodeOnce(Buffer.from(JSON.stringify(success(response.parse(answer))))),
  );
}

const CLOSING_BRACES = '}}';

/** `rest` declares all fields of the response except for the last one, which is the shared part. */
export function toCachedResponseAround<R extends z.ZodObject>(
  rest: R,
  answer: z.input<R>,
  field: string,
  part: SharedPart,
): CachedResponse {
  const text = JSON.stringify(success(rest.parse(answer)));
  const before = `${text.slice(0, -CLOSING_BRACES.length)},"${field}":`;
  return new CachedResponse(encodeAround(Buffer.from(before), part, Buffer.from(CLOSING_BRACES)));
}

/**
 * Browsers cache the response to a GET and revalidate it each time; the ETag covers everything that the viewer may
 * see. Shared caches must not store it.
 */
const REVALIDATE_HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization, Accept-Encoding',
};

export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { body }: CachedResponse,
): Promise<FastifyReply> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  if (request.method === 'GET') {
    reply.headers(REVALIDATE_HEADERS).header('etag', body.etag);
    if (ifNoneMatch?.includes(body.etag)) return reply.status(304).send();
  }
  const { encoding, bytes } = await body.encodeFor(acceptEncoding);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(bytes);
}
