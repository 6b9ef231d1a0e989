import type { FastifyBaseLogger } from 'fastify';
import type { ItemMetaCache } from './access/item-meta-cache.ts';
import type { PageMeta } from './access/page-meta-cache.ts';
import type { Sessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import type { Connection } from './db/connect.ts';
import type { Queue } from './jobs/queue.ts';
import type { Bus } from './realtime/bus.ts';
import type { CacheMemory } from './realtime/cache-memory.ts';
import type { LoadingCache } from './realtime/loading-cache.ts';
import type { Limiter } from './realtime/limiter.ts';
import type { FileVisits } from './modules/attachment/file-visits.ts';
import type { Stores } from './modules/storage/stores.ts';
import type { Exporter } from './modules/export/exporter.ts';
import type { LdapLogin } from './modules/ext-login/ldap-login.ts';
import type { OidcClient } from './modules/ext-login/oidc-client.ts';
import type { Importer } from './modules/import/importer.ts';
import type { MenuCache } from './modules/item/menu-cache.ts';
import type { Captchas } from './modules/captcha/captcha.ts';
import type { MockSamples } from './modules/mock/mock-samples.ts';
import type { SheetFiles } from './modules/sheet/sheet-files.ts';
import type { UnreadByItem } from './modules/notice/unread-cache.ts';
import type { PageResponseCache } from './modules/page/page-response-cache.ts';
import type { PageContentCache } from './modules/page/page-content-cache.ts';
import type { Renderer } from './modules/page/render.ts';
import type { Settings } from './modules/setting/settings.ts';
import type { Hasher } from './modules/user/hasher.ts';
import type { Passkeys } from './modules/second-factor/passkeys.ts';
import type { PasswordChecker } from './modules/user/password-checker.ts';
import type { Cipher } from './secrets.ts';

/** Services that handlers use, created once per process. */
export interface Deps {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** The pool: each statement runs in its own transaction. */
  readonly db: Connection;
  /** For searches and exports: a replica that has all recorded changes, else the pool. */
  readonly readDb: Connection;
  /** True while replicas are read because the primary database does not answer. */
  isPrimaryDown(): boolean;
  readonly queue: Queue;
  readonly bus: Bus;
  readonly limiter: Limiter;
  readonly cacheMemory: CacheMemory;
  readonly sessions: Sessions;
  readonly itemMetaCache: ItemMetaCache;
  readonly pageMetaCache: LoadingCache<PageMeta | undefined>;
  readonly menuCache: MenuCache;
  readonly unreadCache: UnreadByItem;
  readonly pageContentCache: PageContentCache;
  readonly pageResponseCache: PageResponseCache;
  readonly renderer: Renderer;
  readonly mockSamples: MockSamples;
  readonly sheetFiles: SheetFiles;
  readonly importer: Importer;
  readonly exporter: Exporter;
  readonly hasher: Hasher;
  readonly passwords: PasswordChecker;
  readonly passkeys: Passkeys;
  readonly ldapLogin: LdapLogin;
  readonly oidc: OidcClient;
  readonly captchas: Captchas;
  readonly mailCipher: Cipher;
  readonly itemKeyCipher: Cipher;
  readonly visitPassCipher: Cipher;
  readonly fileCipher: Cipher;
  readonly settingCipher: Cipher;
  readonly providerCipher: Cipher;
  readonly identityCipher: Cipher;
  readonly factorCipher: Cipher;
  readonly settings: Settings;
  readonly stores: Stores;
  readonly fileVisits: FileVisits;
  now(): Date;
}
