import type { FastifyBaseLogger } from 'fastify';
import type { ItemHeads } from './access/item-heads.ts';
import type { PageHead } from './access/page-heads.ts';
import type { Sessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { Repositories } from './db/repositories.ts';
import type { Queue } from './jobs/queue.ts';
import type { Bus } from './live/bus.ts';
import type { Cached } from './live/cached.ts';
import type { Limiter } from './live/limiter.ts';
import type { FileVisits } from './modules/attachment/file-visits.ts';
import type { Stores } from './modules/attachment/storage/stores.ts';
import type { Importer } from './modules/import/importer.ts';
import type { Menus } from './modules/item/menus.ts';
import type { Captchas } from './modules/captcha/captcha.ts';
import type { MockSamples } from './modules/mock/mock-samples.ts';
import type { UnreadByItem } from './modules/notice/unread.ts';
import type { PageAnswers } from './modules/page/page-answers.ts';
import type { PageBodies } from './modules/page/page-bodies.ts';
import type { Renderer } from './modules/page/render.ts';
import type { Settings } from './modules/setting/settings.ts';
import type { Hasher } from './modules/user/hasher.ts';
import type { Passwords } from './modules/user/passwords.ts';
import type { Sealer } from './secrets.ts';

/** Everything with a life that calls work with; built once per process. */
export interface Deps {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  /** Bound to the pool: each statement on its own. */
  readonly repos: Repositories;
  readonly queue: Queue;
  readonly bus: Bus;
  readonly limiter: Limiter;
  readonly sessions: Sessions;
  readonly itemHeads: ItemHeads;
  readonly pageHeads: Cached<PageHead>;
  readonly menus: Menus;
  readonly unread: UnreadByItem;
  readonly pageBodies: PageBodies;
  readonly pageAnswers: PageAnswers;
  readonly renderer: Renderer;
  readonly mockSamples: MockSamples;
  readonly importer: Importer;
  readonly hasher: Hasher;
  readonly passwords: Passwords;
  readonly captchas: Captchas;
  readonly mailSealer: Sealer;
  readonly keySealer: Sealer;
  readonly visitSealer: Sealer;
  readonly fileSealer: Sealer;
  readonly settingSealer: Sealer;
  readonly settings: Settings;
  readonly stores: Stores;
  readonly fileVisits: FileVisits;
  now(): Date;
}
