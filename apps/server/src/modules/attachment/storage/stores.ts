import type { Config } from '../../../config.ts';
import type { Sealer } from '../../../secrets.ts';
import type { SiteSettings } from '../../setting/setting.ts';
import { localStorage } from './local-storage.ts';
import { placeOfEnvironment, placeOfSetting } from './s3-place.ts';
import type { S3Place } from './s3-place.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export interface Stores {
  /** Where new files go. */
  current(): Promise<Storage>;
  /** Where a file lies that says so. */
  of(name: string): Promise<Storage>;
  /** All that this site can reach. */
  all(): Promise<Storage[]>;
}

/** Where files go by the environment alone, whatever is set in a database. */
export function storageOfEnvironment(config: Config): Storage {
  const place = placeOfEnvironment(config);
  return place && config.storage !== 'local' ? s3Storage(place) : localStorage(config.storageDir);
}

export function createStores(parts: {
  readonly config: Config;
  /** As they are now; asked for with each file. */
  readonly settings: () => Promise<SiteSettings>;
  readonly sealer: Sealer;
}): Stores {
  const { config, settings, sealer } = parts;
  const local = localStorage(config.storageDir);
  const ofEnvironment = placeOfEnvironment(config);
  let made: { place: string; storage: Storage } | undefined;

  /** Connections are kept while the setting stays as it is. */
  function s3(place: S3Place): Storage {
    const name = JSON.stringify(place);
    if (made?.place !== name) made = { place: name, storage: s3Storage(place) };
    return made.storage;
  }

  async function find() {
    const { oss_open, oss_setting } = await settings();
    const ofSetting = placeOfSetting(oss_setting, (sealed) => sealer.open(sealed) ?? '');
    if (oss_open && ofSetting) return { isOpen: true, place: ofSetting };
    const isOpen = ofEnvironment !== undefined && config.storage !== 'local';
    return { isOpen, place: ofEnvironment ?? ofSetting };
  }

  return {
    async current() {
      const { isOpen, place } = await find();
      return isOpen && place ? s3(place) : local;
    },
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
