import { mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { listParts, tarWriter } from './tar.ts';
import type { ArchivePart } from './tar.ts';

async function openTempFile() {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-tar-'));
  const file = await open(join(folder, 'archive.tar'), 'w+');
  onTestFinished(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });
  return file;
}

/** An archive with one part, and a header that was changed and has a correct checksum. */
async function makeArchive(change: (header: Buffer) => void) {
  const file = await openTempFile();
  const tar = tarWriter(file);
  await tar.add('first', Readable.from([Buffer.from('content')]));
  await tar.end();
  const header = Buffer.alloc(512);
  await file.read(header, 0, 512, 0);
  change(header);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  await file.write(header, 0, 512, 0);
  return file;
}

async function readParts(file: FileHandle): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = [];
  for await (const part of listParts(file)) parts.push(part);
  return parts;
}

it('lists the parts it has written', async () => {
  const file = await makeArchive(() => {});
  expect(await readParts(file)).toEqual([{ name: 'first', offset: 512, size: 7 }]);
});

const DAMAGED_HEADER = 'the header of the part after the beginning is damaged';
const DAMAGED: [what: string, change: (header: Buffer) => void, message: string][] = [
  // Hard link, symbolic link, device, folder, FIFO, and the extensions that rename or resize the next part.
  ...Array.from('123456LKxg', (type): (typeof DAMAGED)[number] => [
    `a part of type ${type}`,
    (header) => header.write(type, 156, 'latin1'),
    DAMAGED_HEADER,
  ]),
  ['the name of a link', (header) => header.write('/etc/passwd', 157, 'latin1'), DAMAGED_HEADER],
  ['a prefix of the name', (header) => header.write('../..', 345, 'latin1'), DAMAGED_HEADER],
  ['an empty name', (header) => header.fill(0, 0, 100), DAMAGED_HEADER],
  ['a negative size', (header) => header.write('-0000000001\0', 124, 'latin1'), DAMAGED_HEADER],
  ['a size that is not a number', (header) => header.fill(' ', 124, 136), DAMAGED_HEADER],
  ['a size beyond the end', (header) => header.write('77777777777', 124), 'first is truncated'],
  [
    'a size of 64 bits',
    (header) => header.fill(0xff, 125, 136).fill(0x80, 124, 125),
    DAMAGED_HEADER,
  ],
];

it.each(DAMAGED)('rejects %s', async (_, change, message) => {
  const file = await makeArchive(change);
  await expect(readParts(file)).rejects.toThrow(message);
});
