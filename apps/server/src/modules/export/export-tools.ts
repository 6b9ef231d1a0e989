import type { FastifyBaseLogger } from 'fastify';
import type { Readable } from 'node:stream';
import type { Stores } from '../storage/stores.ts';
import type { Exporter } from './exporter.ts';
import type { ChromiumConfig } from './chromium.ts';
import type { ExportFile } from './export-source.ts';

/** Dependencies of the format writers. */
export interface ExportTools {
  readonly exporter: Exporter;
  readonly stores: Stores;
  readonly log: FastifyBaseLogger;
  /** `https://docs.example.com` */
  readonly siteOrigin: string;
  /** Absent: this site does not support PDF. */
  readonly printer: ChromiumConfig | undefined;
  /** Called after each page. */
  onPage?(): void;
}

/** Reads from the store and never fetches a URL; undefined when the object is missing. */
export async function openFile(
  { stores }: Pick<ExportTools, 'stores'>,
  { store, object_key }: ExportFile,
): Promise<Readable | undefined> {
  return (await stores.get(store)).open(object_key);
}

export async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}
