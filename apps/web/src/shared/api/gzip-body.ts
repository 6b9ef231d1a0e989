import type { EncodedBody } from './call.ts';

/** Shorter requests fit into a few packets. */
const MIN_COMPRESSED_LENGTH = 16_384;

/** Compresses a long body if the browser can; the caller of the request must be logged in. */
export async function gzipBody(json: string): Promise<EncodedBody> {
  if (json.length < MIN_COMPRESSED_LENGTH || typeof CompressionStream === 'undefined')
    return { body: json };
  const compressed = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'));
  const body = await new Response(compressed).blob();
  return { body, headers: { 'content-encoding': 'gzip' } };
}
