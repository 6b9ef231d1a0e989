import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** A file in an archive, and the position of its content. */
export interface ArchivePart {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

export interface WrittenArchivePart extends ArchivePart {
  readonly sha256: string;
}

/** The message names the damaged part of the archive. */
export class DamagedArchiveError extends Error {}

const BLOCK = 512;
const CHUNK_SIZE = 256 * 1024;
const MAX_OCTAL_SIZE = 8 ** 11;
const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** A ustar header. All fields are deterministic, so that a reader can compare it byte by byte. */
function encodeHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100, 'utf8');
  block.write(`0000600\0${'0000000\0'.repeat(2)}`, 100, 'latin1');
  if (size < MAX_OCTAL_SIZE) block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write('00000000000\0', 136, 'latin1');
  block.write('        0', 148, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function decodeHeader(block: Buffer): { name: string; size: number } | undefined {
  const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  const size =
    block[124] === 0x80
      ? Number(block.readBigUInt64BE(128))
      : Number.parseInt(block.toString('latin1', 124, 135), 8);
  if (name === '' || !Number.isSafeInteger(size)) return undefined;
  return encodeHeader(name, size).equals(block) ? { name, size } : undefined;
}

/** Writes parts in sequence. The next part overwrites one that failed. */
export function tarWriter(file: FileHandle) {
  let position = 0;

  async function write(bytes: Uint8Array, at: number): Promise<void> {
    // On a nearly full disk a write can be partial without an error.
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }

  return {
    async add(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenArchivePart> {
      const offset = position + BLOCK;
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of source) {
        hash.update(chunk);
        await write(chunk, offset + size);
        size += chunk.length;
      }
      await write(encodeHeader(name, size), position);
      await write(Buffer.alloc(padding(size)), offset + size);
      position = offset + size + padding(size);
      return { name, offset, size, sha256: hash.digest('hex') };
    },

    /** Overwrites a part with content of the same size. */
    replace: (part: ArchivePart, bytes: Uint8Array) => write(bytes, part.offset),

    async end(): Promise<void> {
      await write(Buffer.alloc(2 * BLOCK), position);
      // A failed part may have written beyond the end.
      await file.truncate(position + 2 * BLOCK);
      await file.sync();
    },
  };
}

export async function* readPart(
  file: FileHandle,
  { offset, size }: ArchivePart,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < size;) {
    const length = Math.min(CHUNK_SIZE, size - done);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset + done);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    done += bytesRead;
  }
}

/** All parts in order. Throws if a header, the padding or the end is damaged. */
export async function* listParts(file: FileHandle): AsyncGenerator<ArchivePart> {
  const { size: end } = await file.stat();
  let last = 'the beginning';
  const read = async (at: number, size: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at);
    if (bytesRead < size) throw new DamagedArchiveError(`the archive is truncated after ${last}`);
    return buffer;
  };
  for (let position = 0; ;) {
    const block = await read(position, BLOCK);
    if (block.every((byte) => byte === 0)) {
      const rest = await read(position + BLOCK, BLOCK);
      if (position + 2 * BLOCK !== end || rest.some((byte) => byte !== 0))
        throw new DamagedArchiveError('the end of the archive is damaged');
      return;
    }
    const decoded = decodeHeader(block);
    if (!decoded) throw new DamagedArchiveError(`the header of the part after ${last} is damaged`);
    const { name, size } = decoded;
    const offset = position + BLOCK;
    if (offset + size + padding(size) > end) throw new DamagedArchiveError(`${name} is truncated`);
    const paddingBytes = await read(offset + size, padding(size));
    if (paddingBytes.some((byte) => byte !== 0))
      throw new DamagedArchiveError(`${name} is damaged`);
    yield { name, offset, size };
    last = name;
    position = offset + size + padding(size);
  }
}
