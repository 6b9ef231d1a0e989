import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ZstdOptions } from 'node:zlib';

const compressInPool = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Codec 0: full text. Codec 1: delta to the next newer stored version. */
export const FULL = 0;
const DELTA = 1;

/** A delta larger than this share of the compressed full text is not worth a longer decoding chain. */
const MAX_DELTA_RATIO = 0.6;
/** Plain compression hardly reaches this ratio, so a smaller delta is used without compressing the full text for comparison. */
const GOOD_DELTA_RATIO = 1 / 16;

export interface EncodedText {
  readonly codec: number;
  readonly sha256: Buffer;
  readonly data: Buffer;
}

/** Below this number of bytes, the hand-over to the thread pool costs three times as much as the compression. */
const SYNC_COMPRESS_LIMIT = 16 * 1024;

async function compress(bytes: Buffer, options: ZstdOptions = {}): Promise<Buffer> {
  return bytes.length < SYNC_COMPRESS_LIMIT
    ? zstdCompressSync(bytes, options)
    : compressInPool(bytes, options);
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
  if (delta.data.length < GOOD_DELTA_RATIO * bytes.length) return delta;
  const full = await compress(bytes);
  return delta.data.length > MAX_DELTA_RATIO * full.length
    ? { codec: FULL, sha256, data: full }
    : delta;
}

/** In a long history every 32nd version is stored in full, to limit the length of decoding chains. */
const FULL_TEXT_INTERVAL = 32;

export function isStoredInFull(version: number, versionCount: number): boolean {
  return versionCount >= FULL_TEXT_INTERVAL && version % FULL_TEXT_INTERVAL === 0;
}

/** Decodes a text; throws if it does not match its hash. */
export async function decodeText(encoded: EncodedText, newer: string): Promise<string> {
  const bytes = await decompress(
    encoded.data,
    encoded.codec === DELTA ? { dictionary: Buffer.from(newer) } : {},
  );
  if (!hash(bytes).equals(encoded.sha256))
    throw new Error('a stored version does not match its hash');
  return bytes.toString();
}
