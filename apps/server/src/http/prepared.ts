import type { Call, CallAnswer } from '@octavo/contract/define-call';
import { success } from '@octavo/contract/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { keepBytes } from './kept-bytes.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { spliceBytes } from './spliced-bytes.ts';
import type { SharedPart } from './spliced-bytes.ts';

/** A response that is already validated and serialized, and is sent as it is. */
export class Prepared {
  readonly kept: KeptBytes;

  constructor(kept: KeptBytes) {
    this.kept = kept;
  }
}

export function prepare<C extends Call>({ path, response }: C, answer: CallAnswer<C>): Prepared {
  if (!(response instanceof z.ZodType)) throw new Error(`${path} answers a file`);
  return new Prepared(keepBytes(Buffer.from(JSON.stringify(success(response.parse(answer))))));
}

const END = '}}';

/** `rest` declares all fields of the response except for the last one, which is the shared part. */
export function prepareAround<R extends z.ZodObject>(
  rest: R,
  answer: z.input<R>,
  field: string,
  part: SharedPart,
): Prepared {
  const text = JSON.stringify(success(rest.parse(answer)));
  const before = `${text.slice(0, -END.length)},"${field}":`;
  return new Prepared(spliceBytes(Buffer.from(before), part, Buffer.from(END)));
}

/**
 * Browsers cache the response to a GET and revalidate it each time; the ETag covers everything that the viewer may
 * see. Shared caches must not store it.
 */
const ASKED_EACH_TIME = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization, Accept-Encoding',
};

export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept }: Prepared,
): Promise<FastifyReply> {
  const { 'if-none-match': held, 'accept-encoding': accepted } = request.headers;
  if (request.method === 'GET') {
    reply.headers(ASKED_EACH_TIME).header('etag', kept.tag);
    if (held?.includes(kept.tag)) return reply.status(304).send();
  }
  const { encoding, bytes } = await kept.encoded(accepted);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(bytes);
}
