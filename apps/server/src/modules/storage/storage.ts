import type { Readable } from 'node:stream';

/** Where the bytes of a file are stored. */
export interface StoredObject {
  readonly store: string;
  readonly object_key: string;
}

/** A complete file on the local disk. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** In base64, as in the `content-md5` header. */
  readonly md5: string;
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ObjectInfo {
  readonly key: string;
  readonly size: number;
  /** When it was last written. */
  readonly modified: Date;
}

/** Response headers for a browser that loads a file directly from the store. */
interface ResponseOverrides {
  readonly type: string;
  readonly disposition: string;
}

/** A store of objects. Each row has the name of its store, so a site can switch to another store at any time. */
export interface Storage {
  readonly name: 'local' | 's3';
  /** Atomic and durable: after it resolves, the object survives a power failure. */
  put(key: string, content: LocalFile | Uint8Array): Promise<void>;
  /** Undefined if the object does not exist. */
  find(key: string): Promise<ObjectInfo | undefined>;
  /** Undefined if the object does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** A faster variant of `open` for responses, if the store has one. */
  openForResponse?(key: string, range: ByteRange): Promise<Readable | undefined>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  /** Only objects with a key of Octavo; other files in the store are skipped. */
  list(): AsyncIterable<ObjectInfo>;
  /** A URL of the store that is valid for a few seconds; absent if browsers cannot reach the store. */
  presignedUrl?(key: string, overrides: ResponseOverrides): Promise<string>;
}

/** SHA-256 of the content, or a random 128-bit key of older objects. Users cannot choose names in a store. */
const KEY_PATTERN = /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/;

export const isObjectKey = (name: string): boolean => KEY_PATTERN.test(name);

/** Distributes the objects over 256 folders, so that no folder becomes too large. */
export function shardedPath(key: string): string {
  if (!isObjectKey(key)) throw new Error('invalid object key');
  return `${key.slice(0, 2)}/${key}`;
}
