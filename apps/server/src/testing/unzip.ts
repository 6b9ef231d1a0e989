import { fromBufferPromise } from 'yauzl';

/** The files of an archive by name, in their order; a broken one is the test's failure. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    found.set(entry.fileName, Buffer.concat(pieces));
  }
  return found;
}
