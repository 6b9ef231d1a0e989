import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { openArchive } from './open-archive.ts';
import { DamagedArchive, readPart, tarWriter, walkTar } from './tar.ts';
import type { Part, WrittenPart } from './tar.ts';

/** The first part describes the archive. It has a fixed size, because its content is only known at the end. */
const HEAD = 'octavo-backup.json';
const MARK = Buffer.from(`${HEAD}\0`);
const HEAD_SIZE = 1024;
const FORMAT = 1;
/** The last part has one line for each part in between, in the same order. */
const MANIFEST = 'manifest.jsonl';

const head = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  migration: z.string(),
  /** Time of the database snapshot. */
  time: z.iso.datetime(),
  rows: z.int(),
  files: z.int(),
  manifest: z.string(),
  /** Fingerprint of the SECRET_KEY of the site; absent in older backups. */
  key_mark: z.string().optional(),
});
export type BackupHead = z.output<typeof head>;

/** The fields that are readable in the header of a newer format. */
const anyHead = z.object({ format: z.int(), version: z.string() });

const manifestLine = z.object({ name: z.string(), size: z.int(), sha256: z.string() });

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

function headBytes(content: BackupHead): Buffer {
  const text = JSON.stringify(content).padEnd(HEAD_SIZE - 66, ' ');
  return Buffer.from(`${text}\n${sha256(text)}\n`);
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Stops at the next chunk after an abort. */
async function* until(signal: AbortSignal, source: AsyncIterable<Uint8Array>) {
  for await (const piece of source) {
    signal.throwIfAborted();
    yield piece;
  }
  signal.throwIfAborted();
}

/**
 * Writes to a temporary file and renames it when all data is on the disk. A site makes only one backup at a time, so
 * an existing temporary file was left by a killed process and is overwritten.
 */
export async function createBackupFile(path: string, signal: AbortSignal) {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w+', 0o600);
  const tar = tarWriter(file);
  const first = await tar.add(HEAD, once(Buffer.alloc(HEAD_SIZE, ' ')));
  // The manifest is collected in a file and not in memory, because there may be a million files.
  const linesPath = `${path}.lines.part`;
  const lines = await open(linesPath, 'w+', 0o600);
  const discard = async () => {
    await file.close().catch(() => {});
    await lines.close().catch(() => {});
    await rm(unfinished, { force: true });
    await rm(linesPath, { force: true });
  };

  return {
    discard,

    async add(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenPart> {
      const part = await tar.add(name, until(signal, source));
      const { size } = part;
      await lines.appendFile(`${JSON.stringify({ name, size, sha256: part.sha256 })}\n`);
      return part;
    },

    /** Reads a part that was already written. */
    read: (part: Part) => readPart(file, part),

    async finish(content: Omit<BackupHead, 'format' | 'manifest'>): Promise<number> {
      const { size } = await lines.stat();
      const manifest = await tar.add(MANIFEST, readPart(lines, { name: '', offset: 0, size }));
      await tar.replace(
        first,
        headBytes({ format: FORMAT, ...content, manifest: manifest.sha256 }),
      );
      await tar.end();
      const whole = await file.stat();
      await file.close();
      await rename(unfinished, path);
      const folder = await open(dirname(path));
      await folder.sync();
      await folder.close();
      await discard();
      return whole.size;
    },
  };
}

export function newerThanThis(version: string, sign: string): string {
  return `this backup is of version ${version}, which is newer: ${sign}. Restore it with that version or a later one`;
}

async function readHead(file: FileHandle, part: Part): Promise<BackupHead> {
  const text = (await buffer(readPart(file, part))).toString('utf8');
  const content = text.slice(0, HEAD_SIZE - 66);
  if (text.trim() === '') throw new DamagedArchive('this backup was never finished');
  if (text !== `${content}\n${sha256(content)}\n`) throw new DamagedArchive(`${HEAD} is damaged`);
  const { format, version } = anyHead.parse(JSON.parse(content));
  if (format > FORMAT) throw new DamagedArchive(newerThanThis(version, `its format is ${format}`));
  return head.parse(JSON.parse(content));
}

/** Finds the first and the last part by their headers, without reading the content in between. */
async function findEnds(file: FileHandle) {
  let first: Part | undefined;
  let last: Part | undefined;
  for await (const part of walkTar(file)) {
    first ??= part;
    last = part;
  }
  if (!first || last?.name !== MANIFEST) throw new DamagedArchive(`${MANIFEST} is missing`);
  return { first, last };
}

async function* readLines(file: FileHandle, part: Part) {
  const lines = createInterface({ input: Readable.from(readPart(file, part)) });
  for await (const line of lines) yield manifestLine.parse(JSON.parse(line));
}

async function hashOf(file: FileHandle, part: Part): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPart(file, part)) hash.update(piece);
  return hash.digest('hex');
}

export async function openBackupFile(path: string) {
  const file = await openArchive(path, MARK);
  try {
    const { first, last } = await findEnds(file);
    const content = await readHead(file, first);
    if ((await hashOf(file, last)) !== content.manifest)
      throw new DamagedArchive(`${MANIFEST} is damaged`);

    /** All parts between the header and the manifest. */
    async function* parts(): AsyncGenerator<Part> {
      for await (const part of walkTar(file))
        if (part.offset !== first.offset && part.offset !== last.offset) yield part;
    }

    /** Reads the whole archive and returns the parts that are damaged, missing or not in the manifest. */
    async function findFaults(onPart: (size: number) => void): Promise<string[]> {
      const faults: string[] = [];
      const named = readLines(file, last);
      for await (const part of parts()) {
        let line = await named.next();
        for (; !line.done && line.value.name !== part.name; line = await named.next())
          faults.push(`${line.value.name} is missing`);
        if (line.done) faults.push(`${part.name} does not belong to this backup`);
        else if (line.value.size !== part.size || line.value.sha256 !== (await hashOf(file, part)))
          faults.push(`${part.name} is damaged`);
        onPart(part.size);
      }
      for await (const { name } of named) faults.push(`${name} is missing`);
      return faults;
    }

    return {
      head: content,
      size: (await file.stat()).size,
      parts,
      findFaults,
      read: (part: Part) => Readable.from(readPart(file, part)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export type BackupFile = Awaited<ReturnType<typeof openBackupFile>>;
