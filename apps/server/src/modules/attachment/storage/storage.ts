/** Where the bytes of files lie. A row names its store, so a site may change to another one at any time. */
export interface Storage {
  readonly name: string;
  /** All of it or nothing: when it is done the bytes survive a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Undefined when there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** What is not there is no fault. */
  remove(key: string): Promise<void>;
}
