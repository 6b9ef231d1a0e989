import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { errorMessage } from '../../error-reporting.ts';
import { spool, spoolFolder } from '../../http/spool.ts';
import type { UploadedFile } from '../../http/spool.ts';
import type { Cipher } from '../../secrets.ts';
import { throwStorageError } from '../../storage-error.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { localStorage } from './local-storage.ts';
import { s3ConfigFromEnv, s3ConfigFromSetting } from './s3-config.ts';
import type { S3Config } from './s3-config.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { createStoreHealth } from './store-health.ts';
import { probeStorage } from './probe-storage.ts';

export interface Stores {
  /** The store for new files. */
  current(): Promise<Storage>;
  /** The store with this name, as in `upload_file.store`. */
  get(name: string): Promise<Storage>;
  /** All configured stores. */
  all(): Promise<Storage[]>;
  /** Writes a stream to a temporary file, from which it can be put into a store. */
  spool(stream: Readable, name: string): Promise<UploadedFile>;
  /** Tests both steps of an upload: a temporary file, and an object in the current store. */
  check(): Promise<{ store: Storage['name']; milliseconds: number; fault: string }>;
  /** Whether the last write of this process failed. */
  isFailing(): boolean;
}

/** The store according to the environment variables only, without the settings in the database. */
export function storageFromEnv(config: Config): Storage {
  const s3Config = s3ConfigFromEnv(config);
  return s3Config && config.storage !== 'local'
    ? s3Storage(s3Config)
    : localStorage(config.storageDir);
}

export function createStores(deps: {
  readonly config: Config;
  /** The current settings; called for each file. */
  readonly settings: () => Promise<SiteSettings>;
  readonly cipher: Cipher;
  now(): Date;
}): Stores {
  const { config, settings, cipher } = deps;
  const health = createStoreHealth(() => deps.now());

  /** The operations of an upload throw a `StorageError`, and the health state records it. */
  function withHealthTracking(storage: Storage): Storage {
    return {
      ...storage,
      find: (key) => health.recordFailure(storage.find(key).catch(throwStorageError)),
      async put(key, content) {
        await health.recordFailure(storage.put(key, content).catch(throwStorageError));
        health.recordSuccess();
      },
    };
  }

  const local = withHealthTracking(localStorage(config.storageDir));
  const envConfig = s3ConfigFromEnv(config);
  let cached: { s3Config: string; storage: Storage } | undefined;

  /** Reuses the client until the settings change. */
  function s3(s3Config: S3Config): Storage {
    const name = JSON.stringify(s3Config);
    if (cached?.s3Config !== name)
      cached = { s3Config: name, storage: withHealthTracking(s3Storage(s3Config)) };
    return cached.storage;
  }

  async function resolveConfig() {
    const { oss_open, oss_setting } = await settings();
    const settingConfig = s3ConfigFromSetting(
      oss_setting,
      (encrypted) => cipher.decrypt(encrypted) ?? '',
    );
    if (oss_open && settingConfig) return { isOpen: true, s3Config: settingConfig };
    const isOpen = envConfig !== undefined && config.storage !== 'local';
    return { isOpen, s3Config: envConfig ?? settingConfig };
  }

  async function current(): Promise<Storage> {
    const { isOpen, s3Config } = await resolveConfig();
    return isOpen && s3Config ? s3(s3Config) : local;
  }

  const spoolToDisk: Stores['spool'] = (stream, name) =>
    health.recordFailure(spool(stream, name, spoolFolder(config.storageDir)));

  async function check() {
    const storage = await current();
    const startedAt = performance.now();
    try {
      const spooled = await spoolToDisk(Readable.from([randomBytes(64)]), 'check');
      await spooled.discard();
    } catch (error) {
      const milliseconds = performance.now() - startedAt;
      return { store: storage.name, milliseconds, fault: errorMessage(error).slice(0, 300) };
    }
    return { store: storage.name, ...(await probeStorage(storage)) };
  }

  return {
    current,
    spool: spoolToDisk,
    check,
    isFailing: () => health.isFailing(check),
    async get(name) {
      if (name === local.name) return local;
      const { s3Config } = await resolveConfig();
      if (!s3Config) throw new Error(`The store ${name} is not configured`);
      return s3(s3Config);
    },
    async all() {
      const { s3Config } = await resolveConfig();
      return s3Config ? [local, s3(s3Config)] : [local];
    },
  };
}
