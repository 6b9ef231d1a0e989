import { withTransaction } from './db/repository.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp, jobs } from './app.ts';
import { createItemMetaCache } from './access/item-meta-cache.ts';
import { createPageMetaCache } from './access/page-meta-cache.ts';
import { createSessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import { assertUsableLocale } from './db/connect.ts';
import { openDatabase } from './db/open-database.ts';
import type { Deps } from './deps.ts';
import type { Readiness } from './http/health.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import type { JobContext } from './jobs/job-context.ts';
import { openQueue } from './jobs/queue.ts';
import { createQueues, startWorker } from './jobs/worker.ts';
import { memoryBus, redisBus, withPositions } from './realtime/bus.ts';
import { createCdnPurge, SITE_TAG, withCdnPurge } from './realtime/cdn-purge.ts';
import type { CdnPurge } from './realtime/cdn-purge.ts';
import { createCacheMemory } from './realtime/cache-memory.ts';
import { memoryLimiter, redisLimiter } from './realtime/limiter.ts';
import { connectRedis } from './realtime/redis.ts';
import { createFileVisits } from './modules/attachment/file-visits.ts';
import { createStores } from './modules/storage/stores.ts';
import { createCaptchas } from './modules/captcha/captcha.ts';
import { createExporter } from './modules/export/exporter.ts';
import { createImporter } from './modules/import/importer.ts';
import { createMenuCache } from './modules/item/menu-cache.ts';
import { createMailer } from './modules/mail/mailer.ts';
import { createMockSamples } from './modules/mock/mock-samples.ts';
import { createSheetFiles } from './modules/sheet/sheet-files.ts';
import { createUnreadCache } from './modules/notice/unread-cache.ts';
import { createPageResponseCache } from './modules/page/page-response-cache.ts';
import { createPageContentCache } from './modules/page/page-content-cache.ts';
import { createRenderer } from './modules/page/render.ts';
import { createLdapLogin } from './modules/ext-login/ldap-login.ts';
import { createOidcClient } from './modules/ext-login/oidc-client.ts';
import { createSettings } from './modules/setting/settings.ts';
import { createTrafficRecorder } from './modules/system/traffic.ts';
import { createHasher } from './modules/user/hasher.ts';
import { createPasskeys } from './modules/second-factor/passkeys.ts';
import { createPasswordChecker } from './modules/user/password-checker.ts';
import { createCipher } from './secrets.ts';
import { pictureRepository } from './modules/picture/picture.repository.ts';

export interface Application {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly readiness: Readiness;
  readonly cdnPurge: CdnPurge | undefined;
  /** Stops the server first and closes the database last, so that running requests and jobs can finish. */
  close(): Promise<void>;
}

/** Connects to the services and builds the application. The database must be migrated. */
export async function openApplication(
  config: Config,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<Application> {
  const database = await openDatabase(config, log);
  const { db, readDb, pool, replicas, findOnReplica } = database;
  await assertUsableLocale(db);
  const redis = config.redisUrl
    ? connectRedis(config.redisUrl, (error) => log.warn({ err: error }, 'Redis connection failed'))
    : undefined;
  const messages = redis ? redisBus(redis) : memoryBus();
  const limiter = redis ? redisLimiter(redis) : memoryLimiter();
  const cacheMemory = createCacheMemory(config.cacheBytes);
  const metrics = createMetrics(pool, cacheMemory, replicas);
  const cdnPurge =
    config.cdn && createCdnPurge({ cdn: config.cdn, log, count: metrics.countPurge });
  const bus = withCdnPurge(
    replicas ? withPositions(messages, replicas.positions) : messages,
    cdnPurge,
  );
  const isWorker = config.roles.has('worker');
  const queue = await openQueue({
    pool,
    worker: isWorker,
    onError: (error) => log.error({ err: error }, 'job queue failed'),
  });
  await createQueues(queue, jobs);
  const hasher = await createHasher();
  const captchas = createCaptchas({
    db,
    now,
    cipher: createCipher(config.secretKey, 'captcha'),
  });
  const renderer = createRenderer(
    config.publicUrl.origin,
    cacheMemory,
    pictureRepository(db).listSizes,
  );
  const mockSamples = createMockSamples();
  const sheetFiles = createSheetFiles();
  const importer = createImporter(config.publicUrl.origin);
  const settingCipher = createCipher(config.secretKey, 'setting');
  const factorCipher = createCipher(config.secretKey, 'second factor');
  const passkeyCipher = createCipher(config.secretKey, 'passkey challenge');
  const passkeys = createPasskeys({ db, config, cipher: passkeyCipher, log, now });
  const exporter = createExporter();
  const settings = createSettings(db, bus, cacheMemory);
  const pageContentCache = createPageContentCache(db, findOnReplica, cacheMemory);
  const ldapLogin = createLdapLogin({ settings, db, cipher: settingCipher, log });
  const deps: Deps = {
    config,
    log,
    db,
    readDb,
    isPrimaryDown: () => replicas?.isPrimaryDown() ?? false,
    queue,
    bus,
    limiter,
    cacheMemory,
    sessions: createSessions(db, bus, cacheMemory, settings),
    itemMetaCache: createItemMetaCache(db, bus, cacheMemory),
    pageMetaCache: createPageMetaCache(db, bus, cacheMemory, pageContentCache),
    menuCache: createMenuCache(db, findOnReplica, cacheMemory),
    unreadCache: createUnreadCache(db, bus, cacheMemory),
    pageContentCache,
    pageResponseCache: createPageResponseCache(cacheMemory),
    renderer,
    mockSamples,
    sheetFiles,
    importer,
    exporter,
    hasher,
    captchas,
    passwords: createPasswordChecker({
      db,
      limiter,
      hasher,
      captchas,
      directory: ldapLogin,
      factorCipher,
      settings,
      passkeys,
      now,
    }),
    passkeys,
    ldapLogin,
    oidc: createOidcClient({ log, now }),
    mailCipher: createCipher(config.secretKey, 'mail'),
    itemKeyCipher: createCipher(config.secretKey, 'item key'),
    visitPassCipher: createCipher(config.secretKey, 'visit'),
    fileCipher: createCipher(config.secretKey, 'file'),
    settingCipher,
    providerCipher: createCipher(config.secretKey, 'provider'),
    identityCipher: createCipher(config.secretKey, 'identity'),
    factorCipher,
    settings,
    stores: createStores({ config, settings: settings.get, cipher: settingCipher, now }),
    fileVisits: createFileVisits(db, log),
    now,
  };
  const mailer = createMailer({ config, settings, cipher: settingCipher, log });
  const readiness: Readiness = { draining: false };
  const app = await buildApp({ deps, metrics, readiness });
  const traffic = config.roles.has('web') ? createTrafficRecorder({ db, metrics, log }) : undefined;
  const metricsServer =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
  if (isWorker) {
    const jobContext: JobContext = {
      deps,
      db,
      bus,
      config,
      log,
      mailer,
      mailCipher: deps.mailCipher,
      stores: deps.stores,
      transaction: (work) => withTransaction(db, work),
    };
    await startWorker(queue, jobs, jobContext);
  }
  return {
    app,
    deps,
    readiness,
    cdnPurge,
    async close() {
      await app.close();
      await deps.fileVisits.close();
      await traffic?.close();
      await queue.close();
      // The last documents of this process may name built files that the next release does not have.
      if (config.roles.has('web')) cdnPurge?.add(SITE_TAG);
      await cdnPurge?.close();
      metricsServer?.close();
      mailer.close();
      await renderer.close();
      await mockSamples.close();
      await sheetFiles.close();
      await importer.close();
      await exporter.close();
      redis?.close();
      await database.close();
    },
  };
}
