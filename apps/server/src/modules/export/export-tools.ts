import type { FastifyBaseLogger } from 'fastify';
import type { Readable } from 'node:stream';
import type { Stores } from '../attachment/storage/stores.ts';
import type { Exporter } from './exporter.ts';
import type { Printer } from './chromium.ts';
import type { ExportFile } from './export-source.ts';

/** What a writer of a format works with. */
export interface ExportTools {
  readonly exporter: Exporter;
  readonly stores: Stores;
  readonly log: FastifyBaseLogger;
  /** `https://docs.example.com` */
  readonly siteOrigin: string;
  /** Absent: this site makes no PDF. */
  readonly printer: Printer | undefined;
  /** After each page. */
  onPage?(): void;
}

/** From our own store, never by an address; undefined when the object is gone. */
export async function openFile(
  { stores }: Pick<ExportTools, 'stores'>,
  { store, object_key }: ExportFile,
): Promise<Readable | undefined> {
  return (await stores.of(store)).open(object_key);
}

export async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
