import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const MOST_ENTRIES = 2000;
const MOST_BYTES = 256 * 1024 * 1024;

/** Reads one entry to its end, counting; the reader itself stops at one that is larger than it says. */
function sizeOf(zip: ZipFile, entry: Entry): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      let bytes = 0;
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MOST_BYTES) stream.destroy(new Error('too large'));
      });
      stream.on('end', () => resolve(bytes));
      stream.on('error', reject);
    });
  });
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

/** Whether an archive can be unpacked without harm: its real size, not the one it claims. */
export async function fitsBudget(bytes: Buffer): Promise<boolean> {
  const zip = await open(bytes);
  if (zip.entryCount > MOST_ENTRIES) return false;
  let left = MOST_BYTES;
  return new Promise((resolve, reject) => {
    const judge = async (entry: Entry) => {
      // What is claimed already tells enough of most bombs.
      if (entry.uncompressedSize > left) return resolve(false);
      left -= await sizeOf(zip, entry);
      if (left < 0) return resolve(false);
      zip.readEntry();
    };
    zip.on('entry', (entry: Entry) => {
      judge(entry).catch(reject);
    });
    zip.on('end', () => resolve(true));
    zip.on('error', reject);
    zip.readEntry();
  });
}
