import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { calls } from '@octavo/contract';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { AppError } from './app-error.ts';
import type { Deps } from './deps.ts';
import { registerBodyParsers } from './http/bodies.ts';
import { isNavigation, sendBusyDocument } from './http/busy-document.ts';
import { createCookies } from './http/cookies.ts';
import { serveEvents } from './http/events.ts';
import { shedLoad } from './http/load-shedding.ts';
import { serveHealth } from './http/health.ts';
import type { Readiness } from './http/health.ts';
import { preferredLanguage } from './http/language.ts';
import type { Metrics } from './http/metrics.ts';
import { legacyUrls } from './http/legacy-urls.ts';
import { mountCalls } from './http/mount-calls.ts';
import type { AllHandlers } from './http/mount-calls.ts';
import { toErrorResponse } from './http/error-response.ts';
import { logRequests } from './http/request-log.ts';
import { createVisitPasses } from './http/visit-pass.ts';
import { siteLanguage } from './http/site-identity.ts';
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { enforceBodyTimeouts } from './http/body-timeout.ts';
import { discardUnreadBodies } from './http/unread-body.ts';
import { isApiUrl, serveWeb } from './http/web-files.ts';
import {
  accessTokenRoutes,
  adminAccessTokenRoutes,
} from './modules/access-token/access-token.routes.ts';
import { attachmentRoutes, pageFileRoutes } from './modules/attachment/attachment.routes.ts';
import { fileCleanUpJobs } from './modules/attachment/file-clean-up.jobs.ts';
import { pictureJobs } from './modules/picture/picture-variants.jobs.ts';
import { serveFiles } from './modules/attachment/serve-files.ts';
import { recordRefusedAttempts } from './modules/account/refused-attempts.ts';
import { auditJobs } from './modules/audit/audit.jobs.ts';
import { auditRoutes } from './modules/audit/audit.routes.ts';
import { catalogRoutes, pageMoveRoutes } from './modules/catalog/catalog.routes.ts';
import { commonRoutes, scriptCronRoutes } from './modules/common/common.routes.ts';
import { exportRoutes } from './modules/export/export.routes.ts';
import { exportStep } from './modules/export/export-step.ts';
import { directorySyncJobs } from './modules/directory-sync/directory-sync.jobs.ts';
import { adminDirectoryRoutes } from './modules/directory-sync/admin-directory.routes.ts';
import { extLoginRoutes } from './modules/ext-login/ext-login.routes.ts';
import { favouriteRoutes } from './modules/home/favourite.routes.ts';
import { homeRoutes } from './modules/home/home.routes.ts';
import { importRoutes, importSteps } from './modules/import/import.routes.ts';
import { adminInvitationRoutes, invitationRoutes } from './modules/invitation/invitation.routes.ts';
import { invitationJobs } from './modules/invitation/invitation-mail.jobs.ts';
import { itemGroupRoutes } from './modules/item-group/item-group.routes.ts';
import { adminItemRoutes } from './modules/item/admin-item.routes.ts';
import { itemRoutes } from './modules/item/item.routes.ts';
import { adminNoticeRoutes } from './modules/notice/admin-notice.routes.ts';
import { pageIndexJobs } from './modules/search-index/page-index.jobs.ts';
import { noticeJobs } from './modules/notice/notice.jobs.ts';
import { noticeRoutes } from './modules/notice/notice.routes.ts';
import { memberRoutes } from './modules/member/member.routes.ts';
import { mockRoutes } from './modules/mock/mock.routes.ts';
import { serveMocks } from './modules/mock/serve-mocks.ts';
import { openRoutes } from './modules/open/open.routes.ts';
import { serveScript } from './modules/open/serve-script.ts';
import { pageLinkJobs } from './modules/page/page-link.jobs.ts';
import { pageRoutes } from './modules/page/page.routes.ts';
import { pruneVersionsJobs } from './modules/page/prune-versions.jobs.ts';
import { purgeJobs } from './modules/recycle/purge.jobs.ts';
import { serveReader } from './modules/reader/serve-reader.ts';
import { adminScimRoutes } from './modules/scim/admin-scim.routes.ts';
import { serveScim } from './modules/scim/serve-scim.ts';
import { recycleRoutes } from './modules/recycle/recycle.routes.ts';
import { linkedPageRoutes, searchRoutes } from './modules/search/search.routes.ts';
import { taskJobs } from './modules/task/task.jobs.ts';
import { taskRoutes } from './modules/task/task.routes.ts';
import { sheetRoutes } from './modules/sheet/sheet.routes.ts';
import { templateRoutes } from './modules/template/template.routes.ts';
import { adminSystemRoutes } from './modules/system/admin-system.routes.ts';
import { adminSettingRoutes } from './modules/admin-setting/admin-setting.routes.ts';
import { teamItemMemberRoutes } from './modules/team/team-item-member.routes.ts';
import { teamItemRoutes } from './modules/team/team-item.routes.ts';
import { teamMemberRoutes } from './modules/team/team-member.routes.ts';
import { teamRoutes } from './modules/team/team.routes.ts';
import { adminUpdateRoutes } from './modules/update/admin-update.routes.ts';
import { updateRoutes } from './modules/update/update.routes.ts';
import { accountMailJobs } from './modules/user/account-mail.jobs.ts';
import { cleanUpJobs } from './modules/user/clean-up.jobs.ts';
import {
  adminSecurityRoutes,
  passkeyRoutes,
  secondFactorRoutes,
} from './modules/second-factor/second-factor.routes.ts';
import { secondFactorJobs } from './modules/second-factor/second-factor-mail.jobs.ts';
import { adminUserRoutes } from './modules/user/admin-user.routes.ts';
import { userRoutes } from './modules/user/user.routes.ts';
import {
  adminUserImportRoutes,
  userImportSteps,
} from './modules/user-import/user-import.routes.ts';

/** All steps that tasks can run. */
const taskSteps = [...importSteps, exportStep, ...userImportSteps];

/** All handlers. A missing one is a compile error. */
const handlers: AllHandlers<typeof calls> = {
  user: { ...userRoutes, ...invitationRoutes },
  accessToken: accessTokenRoutes,
  extLogin: extLoginRoutes,
  common: commonRoutes,
  item: itemRoutes,
  itemGroup: itemGroupRoutes,
  home: homeRoutes,
  favourite: favouriteRoutes,
  catalog: catalogRoutes,
  notice: noticeRoutes,
  adminNotice: adminNoticeRoutes,
  adminUser: { ...adminUserRoutes, ...adminInvitationRoutes, ...adminAccessTokenRoutes },
  adminUserImport: adminUserImportRoutes,
  adminItem: adminItemRoutes,
  adminSetting: adminSettingRoutes,
  adminDirectory: adminDirectoryRoutes,
  adminScim: adminScimRoutes,
  adminSecurity: adminSecurityRoutes,
  adminSystem: adminSystemRoutes,
  adminUpdate: adminUpdateRoutes,
  audit: auditRoutes,
  open: openRoutes,
  import: importRoutes,
  export: exportRoutes,
  task: taskRoutes(taskSteps),
  page: { ...pageRoutes, ...pageFileRoutes, ...pageMoveRoutes, ...linkedPageRoutes },
  sheet: sheetRoutes,
  attachment: attachmentRoutes,
  recycle: recycleRoutes,
  template: templateRoutes,
  mock: mockRoutes,
  member: memberRoutes,
  team: teamRoutes,
  teamMember: teamMemberRoutes,
  teamItem: teamItemRoutes,
  teamItemMember: teamItemMemberRoutes,
  search: searchRoutes,
  scriptCron: scriptCronRoutes,
  secondFactor: secondFactorRoutes,
  passkey: passkeyRoutes,
  update: updateRoutes,
};

/** All jobs. */
export const jobs = [
  ...accountMailJobs,
  ...secondFactorJobs,
  ...invitationJobs,
  ...cleanUpJobs,
  ...purgeJobs,
  ...pruneVersionsJobs,
  ...noticeJobs,
  ...auditJobs,
  ...fileCleanUpJobs,
  ...pictureJobs,
  ...pageIndexJobs,
  ...pageLinkJobs,
  ...taskJobs(taskSteps),
  ...directorySyncJobs,
];

export interface AppOptions {
  readonly deps: Deps;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/** Builds the Fastify instance without listening, so that tests and processes share it. `serve` calls `listen`. */
export async function buildApp({ deps, metrics, readiness }: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const languageOf = (request: FastifyRequest) =>
    preferredLanguage(request.headers['accept-language'], siteLanguage(deps));
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const envelope = toErrorResponse(error, request, reply, languageOf(request));
    return reply.statusCode === 503 && isNavigation(request)
      ? sendBusyDocument(request, reply, languageOf(request))
      : reply.send(envelope);
  };
  const canonicalUrl = legacyUrls(calls);
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    trustProxy: config.trustProxy,
    // Reuses the request id of a trusted proxy, so that one id identifies the request in all logs.
    requestIdHeader: config.trustProxy === false ? false : 'x-request-id',
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    // `enforceBodyTimeouts` below limits the time of a body instead.
    requestTimeout: 0,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    // No hook runs for a malformed URL, so the headers are set here, and the connection is closed with its body unread.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders(config), connection: 'close' });
      sendError(error, request, reply);
    },
  });
  setSecurityHeaders(app, config);
  logRequests(app, metrics);
  recordRefusedAttempts(app, deps);
  enforceBodyTimeouts(app);
  discardUnreadBodies(app);
  await shedLoad(app, config.maxEventLoopDelayMs);
  // Request bodies are inflated per call (`inflateBodies`), because the limit depends on the caller.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await app.register(cookie);
  await registerBodyParsers(app);
  // While draining, closes keep-alive connections, so that the load balancer reconnects to another process.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.draining) reply.header('connection', 'close');
    done();
  });

  app.setErrorHandler(sendError);
  const visitPasses = createVisitPasses({
    cipher: deps.visitPassCipher,
    secure: config.secure,
    now: deps.now,
  });
  const httpDeps = { deps, cookies: createCookies(config.secure), visitPasses };
  mountCalls(app, calls, handlers, httpDeps);
  serveEvents(app, httpDeps);
  serveHealth(app, deps, readiness);
  await serveMocks(app, deps);
  await serveScript(app, deps);
  await serveScim(app, deps);
  serveFiles(app, httpDeps);
  const web = await serveWeb(app, httpDeps);
  await serveReader(app, httpDeps);
  app.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !isApiUrl(request.url);
    if (isScreen) return web.sendDocument(request, reply, 404);
    return sendError(new AppError('noSuchCall'), request, reply);
  });
  return app;
}
