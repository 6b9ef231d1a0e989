import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const MAX_ENTRIES = 2000;
const MAX_BYTES = 256 * 1024 * 1024;

/** Unpacks an entry and counts its bytes; yauzl aborts if the entry is larger than its declared size. */
function measureEntry(zip: ZipFile, entry: Entry): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      let bytes = 0;
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_BYTES) stream.destroy(new Error('too large'));
      });
      stream.on('end', () => resolve(bytes));
      stream.on('error', reject);
    });
  });
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

/** Whether the unpacked size of an archive is within the limit; measures the real size, because the declared one can be false. */
export async function fitsZipBudget(bytes: Buffer): Promise<boolean> {
  const zip = await openZip(bytes);
  if (zip.entryCount > MAX_ENTRIES) return false;
  let remainingBytes = MAX_BYTES;
  return new Promise((resolve, reject) => {
    const checkEntry = async (entry: Entry) => {
      // The declared size is enough to detect most zip bombs.
      if (entry.uncompressedSize > remainingBytes) return resolve(false);
      remainingBytes -= await measureEntry(zip, entry);
      if (remainingBytes < 0) return resolve(false);
      zip.readEntry();
    };
    zip.on('entry', (entry: Entry) => {
      checkEntry(entry).catch(reject);
    });
    zip.on('end', () => resolve(true));
    zip.on('error', reject);
    zip.readEntry();
  });
}
