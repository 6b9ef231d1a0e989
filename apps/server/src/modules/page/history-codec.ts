import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ZstdOptions } from 'node:zlib';

const compressBeside = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Codec 0: full text. Codec 1: delta to the next newer stored version. */
export const FULL = 0;
const DELTA = 1;

/** A delta larger than this share of the compressed full text is not worth a longer decoding chain. */
const WORTH = 0.6;
/** Plain compression hardly reaches this ratio, so a smaller delta is used without compressing the full text for comparison. */
const CLEARLY = 1 / 16;

export interface EncodedText {
  readonly codec: number;
  readonly sha256: Buffer;
  readonly data: Buffer;
}

/** Below this number of bytes, the hand-over to the thread pool costs three times as much as the compression. */
const SHORT = 16 * 1024;

async function compress(bytes: Buffer, options: ZstdOptions = {}): Promise<Buffer> {
  return bytes.length < SHORT ? zstdCompressSync(bytes, options) : compressBeside(bytes, options);
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/**
 * Compresses a text with zstd. The newer text is the dictionary, so a typical edit takes a few dozen bytes. The full
 * text is stored if `newer` is undefined or a delta saves little.
 */
export async function encodeText(text: string, newer: string | undefined): Promise<EncodedText> {
  const bytes = Buffer.from(text);
  const sha256 = hash(bytes);
  if (newer === undefined) return { codec: FULL, sha256, data: await compress(bytes) };
  const delta = {
    codec: DELTA,
    sha256,
    data: await compress(bytes, { dictionary: Buffer.from(newer) }),
  };
  if (delta.data.length < CLEARLY * bytes.length) return delta;
  const full = await compress(bytes);
  return delta.data.length > WORTH * full.length ? { codec: FULL, sha256, data: full } : delta;
}

/** In a long history every 32nd version is stored in full, to limit the length of decoding chains. */
const STRIDE = 32;

export function standsWhole(version: number, kept: number): boolean {
  return kept >= STRIDE && version % STRIDE === 0;
}

/** Decodes a text; throws if it does not match its hash. */
export async function decodeText(encoded: EncodedText, newer: string): Promise<string> {
  const bytes = await decompress(
    encoded.data,
    encoded.codec === DELTA ? { dictionary: Buffer.from(newer) } : {},
  );
  if (!hash(bytes).equals(encoded.sha256))
    throw new Error('a stored version does not have its hash');
  return bytes.toString();
}
