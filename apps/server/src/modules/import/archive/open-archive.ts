import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../app-error.ts';
import { assertPlainName, entryName, isRubbish } from './entry-names.policy.ts';

interface ArchiveFile {
  readonly name: string;
  readonly size: number;
  /** Another one when the bytes are others. */
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
/** The part of a local header that has always the same size. */
const LOCAL_HEADER = 30;
const SYMLINK = 0xa000;

/** Everything that is wrong with an archive is one refusal. */
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

/** The same bytes cannot be several files: that is how a small archive becomes an endless one. */
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

/** The directory of an archive, judged before anything is unpacked. */
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

/** Opens an archive on this machine. Nothing of it is ever written under a name of its own. */
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
