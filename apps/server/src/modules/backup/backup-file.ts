import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { openArchive } from './open-archive.ts';
import { DamagedArchiveError, readPart, tarWriter, listParts } from '../../lib/tar.ts';
import type { ArchivePart, WrittenArchivePart } from '../../lib/tar.ts';

/** The first part describes the archive. It has a fixed size, because its content is only known at the end. */
const HEADER = 'octavo-backup.json';
const MAGIC = Buffer.from(`${HEADER}\0`);
const HEADER_SIZE = 1024;
const FORMAT = 1;
/** The last part has one line for each part in between, in the same order. */
const MANIFEST = 'manifest.jsonl';

const headerSchema = z.object({
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
export type BackupHeader = z.output<typeof headerSchema>;

/** The fields that are readable in the header of a newer format. */
const versionSchema = z.object({ format: z.int(), version: z.string() });

const manifestLine = z.object({ name: z.string(), size: z.int(), sha256: z.string() });

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

function encodeHeader(content: BackupHeader): Buffer {
  const text = JSON.stringify(content).padEnd(HEADER_SIZE - 66, ' ');
  return Buffer.from(`${text}\n${sha256(text)}\n`);
}

async function* singleChunk(bytes: Uint8Array) {
  yield bytes;
}

/** Stops at the next chunk after an abort. */
async function* abortable(signal: AbortSignal, source: AsyncIterable<Uint8Array>) {
  for await (const chunk of source) {
    signal.throwIfAborted();
    yield chunk;
  }
  signal.throwIfAborted();
}

/**
 * Writes to a temporary file and renames it when all data is on the disk. A site makes only one backup at a time, so
 * an existing temporary file was left by a killed process and is overwritten.
 */
export async function createBackupFile(path: string, signal: AbortSignal) {
  const tempPath = `${path}.part`;
  const file = await open(tempPath, 'w+', 0o600);
  const tar = tarWriter(file);
  const first = await tar.add(HEADER, singleChunk(Buffer.alloc(HEADER_SIZE, ' ')));
  // The manifest is collected in a file and not in memory, because there may be a million files.
  const linesPath = `${path}.lines.part`;
  const lines = await open(linesPath, 'w+', 0o600);
  const discard = async () => {
    await file.close().catch(() => {});
    await lines.close().catch(() => {});
    await rm(tempPath, { force: true });
    await rm(linesPath, { force: true });
  };

  return {
    discard,

    async add(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenArchivePart> {
      const part = await tar.add(name, abortable(signal, source));
      const { size } = part;
      await lines.appendFile(`${JSON.stringify({ name, size, sha256: part.sha256 })}\n`);
      return part;
    },

    /** Reads a part that was already written. */
    read: (part: ArchivePart) => readPart(file, part),

    async finish(content: Omit<BackupHeader, 'format' | 'manifest'>): Promise<number> {
      const { size } = await lines.stat();
      const manifest = await tar.add(MANIFEST, readPart(lines, { name: '', offset: 0, size }));
      await tar.replace(
        first,
        encodeHeader({ format: FORMAT, ...content, manifest: manifest.sha256 }),
      );
      await tar.end();
      const stats = await file.stat();
      await file.close();
      await rename(tempPath, path);
      const folder = await open(dirname(path));
      await folder.sync();
      await folder.close();
      await discard();
      return stats.size;
    },
  };
}

export function newerVersionMessage(version: string, reason: string): string {
  return `this backup was made by version ${version}, which is newer: ${reason}. Restore it with that version or a later one`;
}

async function readHeader(file: FileHandle, part: ArchivePart): Promise<BackupHeader> {
  const text = (await buffer(readPart(file, part))).toString('utf8');
  const content = text.slice(0, HEADER_SIZE - 66);
  if (text.trim() === '') throw new DamagedArchiveError('this backup is incomplete');
  if (text !== `${content}\n${sha256(content)}\n`)
    throw new DamagedArchiveError(`${HEADER} is damaged`);
  const { format, version } = versionSchema.parse(JSON.parse(content));
  if (format > FORMAT)
    throw new DamagedArchiveError(newerVersionMessage(version, `its format is ${format}`));
  return headerSchema.parse(JSON.parse(content));
}

/** Finds the first and the last part by their headers, without reading the content in between. */
async function findFirstAndLast(file: FileHandle) {
  let first: ArchivePart | undefined;
  let last: ArchivePart | undefined;
  for await (const part of listParts(file)) {
    first ??= part;
    last = part;
  }
  if (!first || last?.name !== MANIFEST) throw new DamagedArchiveError(`${MANIFEST} is missing`);
  return { first, last };
}

async function* readManifest(file: FileHandle, part: ArchivePart) {
  const lines = createInterface({ input: Readable.from(readPart(file, part)) });
  for await (const line of lines) yield manifestLine.parse(JSON.parse(line));
}

async function hashPart(file: FileHandle, part: ArchivePart): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readPart(file, part)) hash.update(chunk);
  return hash.digest('hex');
}

export async function openBackupFile(path: string) {
  const file = await openArchive(path, MAGIC);
  try {
    const { first, last } = await findFirstAndLast(file);
    const content = await readHeader(file, first);
    if ((await hashPart(file, last)) !== content.manifest)
      throw new DamagedArchiveError(`${MANIFEST} is damaged`);

    /** All parts between the header and the manifest. */
    async function* parts(): AsyncGenerator<ArchivePart> {
      for await (const part of listParts(file))
        if (part.offset !== first.offset && part.offset !== last.offset) yield part;
    }

    /** Reads the whole archive and returns the parts that are damaged, missing or not in the manifest. */
    async function findErrors(onPart: (size: number) => void): Promise<string[]> {
      const errors: string[] = [];
      const manifestLines = readManifest(file, last);
      for await (const part of parts()) {
        let line = await manifestLines.next();
        for (; !line.done && line.value.name !== part.name; line = await manifestLines.next())
          errors.push(`${line.value.name} is missing`);
        if (line.done) errors.push(`${part.name} does not belong to this backup`);
        else if (
          line.value.size !== part.size ||
          line.value.sha256 !== (await hashPart(file, part))
        )
          errors.push(`${part.name} is damaged`);
        onPart(part.size);
      }
      for await (const { name } of manifestLines) errors.push(`${name} is missing`);
      return errors;
    }

    return {
      header: content,
      size: (await file.stat()).size,
      parts,
      findErrors,
      read: (part: ArchivePart) => Readable.from(readPart(file, part)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export type BackupFile = Awaited<ReturnType<typeof openBackupFile>>;
