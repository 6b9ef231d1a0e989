import { crc32, deflateRawSync } from 'node:zlib';

function header(signature: number, fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const parts = fields.map(([bytes, value]) => {
    const part = Buffer.alloc(bytes);
    part.writeUIntLE(value, 0, bytes);
    return part;
  });
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, ...parts]);
}

/** Builds a zip archive, for tests that need unusual archives. */
export function makeZip(files: Readonly<Record<string, Buffer>>): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const compressed = deflateRawSync(content);
    const common = [
      [2, 20],
      [2, 0],
      [2, 8],
      [2, 0],
      [2, 0],
      [4, crc32(content)],
      [4, compressed.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const local = Buffer.concat([header(0x04_03_4b_50, common), Buffer.from(name), compressed]);
    const further = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const;
    directory.push(header(0x02_01_4b_50, [[2, 20], ...common, ...further]), Buffer.from(name));
    entries.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = header(0x06_05_4b_50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...entries, list, end]);
}
