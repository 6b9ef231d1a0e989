import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../app-error.ts';
import { assertPlainName, entryName, isRubbish } from './entry-names.policy.ts';

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

const MOST_ENTRIES = 20_000;
const MOST_BYTES_OUT = 1024 ** 3;
/** The fixed part of a local file header, in bytes. */
const LOCAL_HEADER = 30;
const SYMLINK = 0xa000;

/** Converts every error of the zip library into `importUnreadable`. */
async function readably<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('importUnreadable');
  }
}

function assertHonest(entry: Entry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === SYMLINK;
  const isStrange = entry.compressionMethod !== 0 && entry.compressionMethod !== 8;
  if (isLink || isStrange || entry.isEncrypted()) throw new AppError('importUnreadable');
}

/** Rejects overlapping entries, with which a small zip bomb expands without limit. */
function assertApart(entries: readonly Entry[]): void {
  let end = 0;
  const byPlace = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of byPlace) {
    if (start < end) throw new AppError('importUnreadable');
    end = start + LOCAL_HEADER + compressedSize;
  }
}

/** Reads and validates the central directory before anything is unpacked. */
async function readDirectory(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new AppError('tooLarge');
  const found = new Map<string, Entry>();
  let bytes = 0;
  const every: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry.fileNameRaw, entry.generalPurposeBitFlag);
    assertPlainName(name);
    assertHonest(entry);
    bytes += entry.uncompressedSize;
    every.push(entry);
    if (bytes > MOST_BYTES_OUT || every.length > MOST_ENTRIES) throw new AppError('tooLarge');
    if (found.has(name)) throw new AppError('importUnreadable');
    found.set(name, entry);
  }
  assertApart(every);
  return found;
}

/** Opens a local archive. Entry names are never used as file names on disk. */
export function openArchive(path: string): Promise<Archive> {
  return readably(async () => {
    const zip = await openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    try {
      const entries = await readDirectory(zip);
      const open = (name: string) =>
        readably(async () => {
          const entry = entries.get(name);
          if (!entry) throw new AppError('importUnreadable');
          return zip.openReadStreamPromise(entry);
        });
      const files = [...entries]
        .filter(([name]) => !name.endsWith('/') && !isRubbish(name))
        .map(([name, { uncompressedSize, crc32 }]) => {
          const mark = `${crc32.toString(16)}-${uncompressedSize}`;
          return [name, { name, size: uncompressedSize, mark }] as const;
        });
      return {
        files: new Map(files),
        open,
        read: (name) => readably(async () => buffer(await open(name))),
        close: () => zip.close(),
      };
    } catch (error) {
      zip.close();
      throw error;
    }
  });
}
