import { crc32, deflateRawSync } from 'node:zlib';

/** An archive entry, valid or deliberately invalid. */
export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly deflate?: boolean;
  readonly flags?: number;
  /** Unix file mode in the upper 16 bits. */
  readonly attributes?: number;
  /** The size in the header, if it differs from the real size. */
  readonly size?: number;
  readonly method?: number;
  /** Index of an entry whose data this entry shares (overlapping entries). */
  readonly sharesDataWith?: number;
}

const UTF8 = 0x800;

interface PlacedEntry extends ZipEntry {
  readonly offset: number;
}

function entryHeader(entry: ZipEntry, isCentral: boolean) {
  const raw = Buffer.from(entry.content ?? '');
  const data = entry.deflate ? deflateRawSync(raw) : raw;
  const name = Buffer.from(entry.name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(entry.flags ?? (typeof entry.name === 'string' ? UTF8 : 0), 2);
  shared.writeUInt16LE(entry.method ?? (entry.deflate ? 8 : 0), 4);
  shared.writeUInt32LE(crc32(raw), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(entry.size ?? raw.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const mark = Buffer.from(isCentral ? 'PK\u0001\u0002\u0014\u0003' : 'PK\u0003\u0004', 'latin1');
  return { name, data, shared: Buffer.concat([mark, shared]) };
}

function localEntry(entry: ZipEntry): Buffer {
  const { name, data, shared } = entryHeader(entry, false);
  return Buffer.concat([shared, name, data]);
}

function centralHeader(entry: PlacedEntry): Buffer {
  const { name, shared } = entryHeader(entry, true);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.attributes ?? 0, 6);
  rest.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([shared, rest, name]);
}

/** Builds an archive byte by byte, so that a test can put false values into it. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const placedEntries: PlacedEntry[] = [];
  let end = 0;
  for (const entry of entries) {
    const original =
      entry.sharesDataWith === undefined ? undefined : placedEntries[entry.sharesDataWith];
    placedEntries.push({ ...entry, offset: original?.offset ?? end });
    if (original) continue;
    const bytes = localEntry(entry);
    bodies.push(bytes);
    end += bytes.length;
  }
  const directory = Buffer.concat(placedEntries.map(centralHeader));
  const endRecord = Buffer.alloc(22);
  endRecord.write('PK\u0005\u0006', 0, 'latin1');
  endRecord.writeUInt16LE(entries.length, 8);
  endRecord.writeUInt16LE(entries.length, 10);
  endRecord.writeUInt32LE(directory.length, 12);
  endRecord.writeUInt32LE(end, 16);
  return Buffer.concat([...bodies, directory, endRecord]);
}
