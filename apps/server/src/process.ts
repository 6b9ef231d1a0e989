import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp, jobs } from './app.ts';
import { createItemHeads } from './access/item-heads.ts';
import { createPageHeads } from './access/page-heads.ts';
import { createSessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import { assertUsableLocale, connect } from './db/connect.ts';
import { repositories } from './db/repositories.ts';
import type { Deps } from './deps.ts';
import type { Readiness } from './http/health.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import type { JobContext } from './jobs/job-context.ts';
import { openQueue } from './jobs/queue.ts';
import { createQueues, startWorker } from './jobs/worker.ts';
import { memoryBus, redisBus } from './live/bus.ts';
import { memoryLimiter, redisLimiter } from './live/limiter.ts';
import { connectRedis } from './live/redis.ts';
import { createFileVisits } from './modules/attachment/file-visits.ts';
import { createStores } from './modules/attachment/storage/stores.ts';
import { createCaptchas } from './modules/captcha/captcha.ts';
import { createExporter } from './modules/export/exporter.ts';
import { createImporter } from './modules/import/importer.ts';
import { createMenus } from './modules/item/menus.ts';
import { createMailer } from './modules/mail/mailer.ts';
import { createMockSamples } from './modules/mock/mock-samples.ts';
import { createSheetFiles } from './modules/sheet/sheet-files.ts';
import { createUnread } from './modules/notice/unread.ts';
import { createPageAnswers } from './modules/page/page-answers.ts';
import { createPageBodies } from './modules/page/page-bodies.ts';
import { createRenderer } from './modules/page/render.ts';
import { createDirectoryLogin } from './modules/ext-login/directory-login.ts';
import { createSettings } from './modules/setting/settings.ts';
import { createTraffic } from './modules/system/traffic.ts';
import { createHasher } from './modules/user/hasher.ts';
import { createPasswords } from './modules/user/passwords.ts';
import { createSealer } from './secrets.ts';

export interface OctavoProcess {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly readiness: Readiness;
  /** Stops the server first and closes the database last, so that running requests and jobs can finish. */
  close(): Promise<void>;
}

/** Connects to the services and builds the application. The database must be migrated. */
export async function openProcess(
  config: Config,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<OctavoProcess> {
  const database = connect(config.databaseUrl, config.databasePool);
  const { db, pool } = database;
  await assertUsableLocale(db);
  const repos = repositories(db);
  const redis = config.redisUrl
    ? connectRedis(config.redisUrl, (error) => log.warn({ err: error }, 'redis'))
    : undefined;
  const bus = redis ? redisBus(redis) : memoryBus();
  const limiter = redis ? redisLimiter(redis) : memoryLimiter();
  const isWorker = config.roles.has('worker');
  const queue = await openQueue({
    pool,
    worker: isWorker,
    onError: (error) => log.error({ err: error }, 'job queue'),
  });
  await createQueues(queue, jobs);
  const hasher = await createHasher();
  const captchas = createCaptchas({
    repos,
    now,
    sealer: createSealer(config.secretKey, 'captcha'),
  });
  const renderer = createRenderer(config.publicUrl.origin, repos.pictures.listSizes);
  const mockSamples = createMockSamples();
  const sheetFiles = createSheetFiles();
  const importer = createImporter();
  const settingSealer = createSealer(config.secretKey, 'setting');
  const exporter = createExporter();
  const settings = createSettings(repos, bus);
  const directory = createDirectoryLogin({ settings, repos, sealer: settingSealer, log });
  const deps: Deps = {
    config,
    log,
    db,
    repos,
    queue,
    bus,
    limiter,
    sessions: createSessions(repos, bus),
    itemHeads: createItemHeads(repos, bus),
    pageHeads: createPageHeads(repos, bus),
    menus: createMenus(repos),
    unread: createUnread(repos, bus),
    pageBodies: createPageBodies(repos),
    pageAnswers: createPageAnswers(),
    renderer,
    mockSamples,
    sheetFiles,
    importer,
    exporter,
    hasher,
    captchas,
    passwords: createPasswords({ repos, limiter, hasher, captchas, directory }),
    directory,
    mailSealer: createSealer(config.secretKey, 'mail'),
    keySealer: createSealer(config.secretKey, 'item key'),
    visitSealer: createSealer(config.secretKey, 'visit'),
    fileSealer: createSealer(config.secretKey, 'file'),
    settingSealer,
    providerSealer: createSealer(config.secretKey, 'provider'),
    identitySealer: createSealer(config.secretKey, 'identity'),
    settings,
    stores: createStores({ config, settings: settings.get, sealer: settingSealer, now }),
    fileVisits: createFileVisits(repos, log),
    now,
  };
  const mailer = createMailer({ config, settings, sealer: settingSealer, log });
  const readiness: Readiness = { draining: false };
  const metrics = createMetrics(pool);
  const app = await buildApp({ deps, metrics, readiness });
  const traffic = config.roles.has('web') ? createTraffic({ repos, metrics, log }) : undefined;
  const metricsServer =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
  if (isWorker) {
    const jobContext: JobContext = {
      deps,
      repos,
      bus,
      config,
      log,
      mailer,
      mailSealer: deps.mailSealer,
      stores: deps.stores,
      transaction: (work) => db.transaction().execute((trx) => work(repositories(trx))),
    };
    await startWorker(queue, jobs, jobContext);
  }
  return {
    app,
    deps,
    readiness,
    async close() {
      await app.close();
      await deps.fileVisits.close();
      await traffic?.close();
      await queue.close();
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
