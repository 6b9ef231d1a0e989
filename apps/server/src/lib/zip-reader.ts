import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../app-error.ts';
import { assertSafeName, entryName, isSystemFile } from './zip-entry-names.ts';

interface ArchiveFile {
  readonly name: string;
  readonly size: number;
  /** A fingerprint of the content: CRC-32 and size. */
  readonly mark: string;
}

export interface Archive {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  open(name: string): Promise<Readable>;
  read(name: string): Promise<Buffer>;
  close(): void;
}

const MAX_ENTRIES = 20_000;
const MAX_UNPACKED_BYTES = 1024 ** 3;
/** The fixed part of a local file header, in bytes. */
const LOCAL_HEADER_BYTES = 30;
const SYMLINK = 0xa000;

/** Converts every error of the zip library into `importUnreadable`. */
async function mapReadErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('importUnreadable');
  }
}

function assertSupported(entry: Entry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === SYMLINK;
  const isUnknownMethod = entry.compressionMethod !== 0 && entry.compressionMethod !== 8;
  if (isLink || isUnknownMethod || entry.isEncrypted()) throw new AppError('importUnreadable');
}

/** Rejects overlapping entries, with which a small zip bomb expands without limit. */
function assertNoOverlap(entries: readonly Entry[]): void {
  let end = 0;
  const byOffset = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of byOffset) {
    if (start < end) throw new AppError('importUnreadable');
    end = start + LOCAL_HEADER_BYTES + compressedSize;
  }
}

/** Reads and validates the central directory before anything is unpacked. */
async function readDirectory(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new AppError('tooLarge');
  const entriesByName = new Map<string, Entry>();
  let bytes = 0;
  const allEntries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry.fileNameRaw, entry.generalPurposeBitFlag);
    assertSafeName(name);
    assertSupported(entry);
    bytes += entry.uncompressedSize;
    allEntries.push(entry);
    if (bytes > MAX_UNPACKED_BYTES || allEntries.length > MAX_ENTRIES)
      throw new AppError('tooLarge');
    if (entriesByName.has(name)) throw new AppError('importUnreadable');
    entriesByName.set(name, entry);
  }
  assertNoOverlap(allEntries);
  return entriesByName;
}

/** Opens a local archive. Entry names are never used as file names on disk. */
export function openArchive(path: string): Promise<Archive> {
  return mapReadErrors(async () => {
    const zip = await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    try {
      const entries = await readDirectory(zip);
      const open = (name: string) =>
        mapReadErrors(async () => {
          const entry = entries.get(name);
          if (!entry) throw new AppError('importUnreadable');
          return zip.openReadStreamPromise(entry);
        });
      const files = [...entries]
        .filter(([name]) => !name.endsWith('/') && !isSystemFile(name))
        .map(([name, { uncompressedSize, crc32 }]) => {
          const mark = `${crc32.toString(16)}-${uncompressedSize}`;
          return [name, { name, size: uncompressedSize, mark }] as const;
        });
      return {
        files: new Map(files),
        open,
        read: (name) => mapReadErrors(async () => buffer(await open(name))),
        close: () => zip.close(),
      };
    } catch (error) {
      zip.close();
      throw error;
    }
  });
}
