import type { Readable } from 'node:stream';

/** A finished file on this machine. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** In base64, as stores want to be told what they should have received. */
  readonly md5: string;
}

/** From the first to the last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FoundObject {
  readonly key: string;
  readonly size: number;
  /** When it was last written. */
  readonly modified: Date;
}

/** What a browser is told of a file that it fetches from the store itself. */
interface ServedAs {
  readonly type: string;
  readonly disposition: string;
}

/** Where the bytes of files lie. A row names its store, so a site may change to another one at any time. */
export interface Storage {
  readonly name: 'local' | 's3';
  /** All of it or nothing: when it is done the bytes survive a power cut. */
  put(key: string, content: LocalFile | Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  find(key: string): Promise<FoundObject | undefined>;
  /** Undefined when there is no such object. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The same for a response, where that can be cheaper. */
  openForResponse?(key: string, range: ByteRange): Promise<Readable | undefined>;
  /** What is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Only what this product has put there. */
  list(): AsyncIterable<FoundObject>;
  /** An address of the store's own, good for seconds; absent where browsers do not reach it. */
  address?(key: string, as: ServedAs): string;
}

/** A SHA-256; a file's own key in sites from before. No name in a store is a person's choice. */
const KEY = /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/;

export const isKey = (name: string): boolean => KEY.test(name);

/** In 256 parts, so that none of them grows without end. */
export function partedKey(key: string): string {
  if (!isKey(key)) throw new Error('not a key of a file');
  return `${key.slice(0, 2)}/${key}`;
}
