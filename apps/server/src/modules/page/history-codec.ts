import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { ZstdOptions } from 'node:zlib';

const compressBeside = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** 0: the whole text. 1: only what differs from the next newer version that is kept. */
export const FULL = 0;
const DELTA = 1;

/** A delta that saves less than this is not worth a longer way back. */
const WORTH = 0.6;
/** No text gets that small by itself: an ordinary edit is compressed once, not twice. */
const CLEARLY = 1 / 16;

export interface EncodedText {
  readonly codec: number;
  readonly sha256: Buffer;
  readonly data: Buffer;
}

/** Up to this many bytes the way to a thread and back costs three times the work itself. */
const SHORT = 16 * 1024;

async function compress(bytes: Buffer, options: ZstdOptions = {}): Promise<Buffer> {
  return bytes.length < SHORT ? zstdCompressSync(bytes, options) : compressBeside(bytes, options);
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/**
 * zstd with the newer text as dictionary finds all that both have in common, so an ordinary edit costs
 * some dozen bytes. A whole text is written for `newer` undefined, and where a delta gains little.
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

/** In a long history a whole text stands here and there, so that the way to an old version stays short. */
const STRIDE = 32;

export function standsWhole(version: number, kept: number): boolean {
  return kept >= STRIDE && version % STRIDE === 0;
}

/** Rather no text than a wrong one: what does not have its hash is refused. */
export async function decodeText(encoded: EncodedText, newer: string): Promise<string> {
  const bytes = await decompress(
    encoded.data,
    encoded.codec === DELTA ? { dictionary: Buffer.from(newer) } : {},
  );
  if (!hash(bytes).equals(encoded.sha256))
    throw new Error('a stored version does not have its hash');
  return bytes.toString();
}
