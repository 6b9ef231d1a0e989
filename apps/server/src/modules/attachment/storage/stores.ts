import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Config } from '../../../config.ts';
import { reasonOf } from '../../../fail.ts';
import { spool, spoolFolder } from '../../../http/spool.ts';
import type { SentFile } from '../../../http/spool.ts';
import type { Sealer } from '../../../secrets.ts';
import { toStorageError } from '../../../storage-error.ts';
import type { SiteSettings } from '../../setting/setting.ts';
import { localStorage } from './local-storage.ts';
import { placeOfEnvironment, placeOfSetting } from './s3-place.ts';
import type { S3Place } from './s3-place.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { createStoreHealth } from './store-health.ts';
import { tryStorage } from './try-storage.ts';

export interface Stores {
  /** The store for new files. */
  current(): Promise<Storage>;
  /** The store with this name, as in `upload_file.store`. */
  of(name: string): Promise<Storage>;
  /** All configured stores. */
  all(): Promise<Storage[]>;
  /** Writes a stream to a temporary file, from which it can be put into a store. */
  spool(stream: Readable, name: string): Promise<SentFile>;
  /** Tests both steps of an upload: a temporary file, and an object in the current store. */
  check(): Promise<{ store: Storage['name']; milliseconds: number; fault: string }>;
  /** Whether the last write of this process failed. */
  isFailing(): boolean;
}

/** The store according to the environment variables only, without the settings in the database. */
export function storageOfEnvironment(config: Config): Storage {
  const place = placeOfEnvironment(config);
  return place && config.storage !== 'local' ? s3Storage(place) : localStorage(config.storageDir);
}

export function createStores(parts: {
  readonly config: Config;
  /** The current settings; called for each file. */
  readonly settings: () => Promise<SiteSettings>;
  readonly sealer: Sealer;
  now(): Date;
}): Stores {
  const { config, settings, sealer } = parts;
  const health = createStoreHealth(() => parts.now());

  /** The operations of an upload throw a `StorageError`, and the health state records it. */
  function watched(storage: Storage): Storage {
    return {
      ...storage,
      find: (key) => health.watch(storage.find(key).catch(toStorageError)),
      async put(key, content) {
        await health.watch(storage.put(key, content).catch(toStorageError));
        health.written();
      },
    };
  }

  const local = watched(localStorage(config.storageDir));
  const ofEnvironment = placeOfEnvironment(config);
  let made: { place: string; storage: Storage } | undefined;

  /** Reuses the client until the settings change. */
  function s3(place: S3Place): Storage {
    const name = JSON.stringify(place);
    if (made?.place !== name) made = { place: name, storage: watched(s3Storage(place)) };
    return made.storage;
  }

  async function find() {
    const { oss_open, oss_setting } = await settings();
    const ofSetting = placeOfSetting(oss_setting, (sealed) => sealer.open(sealed) ?? '');
    if (oss_open && ofSetting) return { isOpen: true, place: ofSetting };
    const isOpen = ofEnvironment !== undefined && config.storage !== 'local';
    return { isOpen, place: ofEnvironment ?? ofSetting };
  }

  async function current(): Promise<Storage> {
    const { isOpen, place } = await find();
    return isOpen && place ? s3(place) : local;
  }

  const spoolHere: Stores['spool'] = (stream, name) =>
    health.watch(spool(stream, name, spoolFolder(config.storageDir)));

  async function check() {
    const storage = await current();
    const begun = performance.now();
    try {
      const waiting = await spoolHere(Readable.from([randomBytes(64)]), 'check');
      await waiting.discard();
    } catch (error) {
      const milliseconds = performance.now() - begun;
      return { store: storage.name, milliseconds, fault: reasonOf(error).slice(0, 300) };
    }
    return { store: storage.name, ...(await tryStorage(storage)) };
  }

  return {
    current,
    spool: spoolHere,
    check,
    isFailing: () => health.isFailing(check),
    async of(name) {
      if (name === local.name) return local;
      const { place } = await find();
      if (!place) throw new Error(`The store ${name} is not set up`);
      return s3(place);
    },
    async all() {
      const { place } = await find();
      return place ? [local, s3(place)] : [local];
    },
  };
}
