import type { Call, FileResult } from '@octavo/contract/define-call';
import { success } from '@octavo/contract/envelope';
import type { Envelope } from '@octavo/contract/envelope';
import type { Language } from '@octavo/contract/entities';
import { MEGABYTE } from '@octavo/contract/file-size';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { assertGuarded, authorize } from '../access/authorize.ts';
import type { Viewer } from '../access/viewer.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { renderApiPage } from './api-page.ts';
import { readFields } from './bodies.ts';
import type { Fields, FileSpec } from './bodies.ts';
import { runCall } from './context.ts';
import type { Client, Handler, Handlers } from './context.ts';
import type { Cookies } from './cookies.ts';
import { checkCaptcha, checkConfirmation, checkLimit, checkUser } from './preconditions.ts';
import { identify } from './identify.ts';
import { inflateBodies } from './inflate-body.ts';
import { hasItemToken, identifyByItemToken } from './item-token.ts';
import { preferredLanguage } from './language.ts';
import { buildOpenapi } from './openapi.ts';
import { parseFields } from './parse-fields.ts';
import { CachedResponse, toCachedResponse, sendCachedResponse } from './cached-response.ts';
import { toErrorResponse } from './error-response.ts';
import { siteLanguage } from './site-identity.ts';
import { allowSlowBody } from './body-timeout.ts';
import type { UploadedFile } from './spool.ts';
import type { VisitPasses } from './visit-pass.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';

const MAX_BODY = 256 * 1024;

type Nouns = Record<string, Record<string, Call>>;
export type AllHandlers<N extends Nouns> = { readonly [Noun in keyof N]: Handlers<N[Noun]> };

export interface HttpDeps {
  readonly deps: Deps;
  readonly cookies: Cookies;
  readonly visitPasses: VisitPasses;
}

export function createClient(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, visitPasses }: HttpDeps,
  byToken: boolean,
): Client {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400).toWellFormed(),
    requestId: request.id.slice(0, 100).toWellFormed(),
    isBrowser: !byToken && request.headers.origin !== undefined,
    captchaCookie: (form) => cookies.readCaptcha(request, form),
    setLogin: (token, seconds) => cookies.setLogin(reply, token, seconds),
    oauth2Attempt: () => cookies.readOauth2(request),
    setOauth2Attempt: (encrypted, seconds) => cookies.setOauth2(reply, encrypted, seconds),
    clearOauth2Attempt: () => cookies.clearOauth2(reply),
    pendingLink: () => cookies.readPendingLink(request),
    setPendingLink: (encrypted, seconds) => cookies.setPendingLink(reply, encrypted, seconds),
    clearPendingLink: () => cookies.clearPendingLink(reply),
    pendingLogin: () => cookies.readPendingLogin(request),
    setPendingLogin: (token, seconds) => cookies.setPendingLogin(reply, token, seconds),
    clearPendingLogin: () => cookies.clearPendingLogin(reply),
    passkeyChallenge: () => cookies.readPasskey(request),
    setPasskeyChallenge: (encrypted, seconds) => cookies.setPasskey(reply, encrypted, seconds),
    clearPasskeyChallenge: () => cookies.clearPasskey(reply),
    clearLogin: () => {
      if (!byToken) cookies.clearLogin(reply);
    },
    setCaptcha: (form, encrypted, seconds) => cookies.setCaptcha(reply, form, encrypted, seconds),
    visitPass: (itemId) => visitPasses.read(request, itemId),
    grantVisitPass: (itemId, version) => visitPasses.grant(request, reply, itemId, version),
  };
}

function languageFor(request: FastifyRequest, viewer: Viewer | undefined, deps: Deps): Language {
  const own = viewer?.kind === 'user' ? viewer.language : null;
  const header = request.headers['accept-language'];
  return own ?? preferredLanguage(header, siteLanguage(deps));
}

function sendFile(reply: FastifyReply, type: string, answer: FileResult) {
  const { body, status = 200, headers = {} } = answer;
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  return reply
    .status(status)
    .type(type)
    .headers(headers)
    .send(isWhole ? body : Readable.from(body));
}

/** Copies the fields that the call declares in `topLevelFields` to the top level, for editors that do not read the envelope. */
function withTopLevelFields({ topLevelFields }: Call, envelope: Envelope): Envelope & Fields {
  if (!topLevelFields) return { ...envelope };
  const data = (envelope.data ?? {}) as Fields;
  const copied = Object.fromEntries(topLevelFields.map((field) => [field, data[field] ?? '']));
  const isDone = envelope.error_code === 0;
  return { ...envelope, success: isDone ? 1 : 0, ...copied, message: envelope.error_message };
}

/** ShowDoc scripts search their output for this word and ignore the status code. */
function sendTextError(reply: FastifyReply, { error_message }: Envelope) {
  return reply.status(200).type('text/plain; charset=utf-8').send(`失败 ${error_message}\n`);
}

async function maxAttachmentBytes({ db }: Deps): Promise<number> {
  const { attachment_size_m } = await settingRepository(db).load();
  return Math.floor(attachment_size_m * MEGABYTE);
}

async function createFileSpec(
  { file, maxFileBytes }: Call,
  deps: Deps,
): Promise<FileSpec | undefined> {
  if (file === undefined) return undefined;
  const maxBytes = maxFileBytes ?? (await maxAttachmentBytes(deps));
  return { field: file, maxBytes, spool: deps.stores.spool };
}

/** True if the headers alone authenticate the caller, before the body is read. */
async function isAuthenticatedByHeaders(
  call: Call,
  request: FastifyRequest,
  httpDeps: HttpDeps,
): Promise<boolean> {
  if (call.access.who === 'itemToken') return hasItemToken(request, httpDeps.deps);
  const { viewer } = await identify(request, {}, false, httpDeps);
  return viewer.kind === 'user';
}

/** Handles one request in this order: fields, viewer, rate limit, grant, captcha, confirmation, handler, response. */
function createCallHandler(call: Call, handler: Handler<Call>, httpDeps: HttpDeps) {
  const { deps, cookies } = httpDeps;
  const isUnsafeGet =
    call.method === 'GET' && call.kind === 'command' && call.crossSite !== 'proved';
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let viewer: Viewer | undefined;
    let file: UploadedFile | undefined;
    try {
      if (
        call.maxFileBytes !== undefined &&
        (await isAuthenticatedByHeaders(call, request, httpDeps))
      )
        allowSlowBody(request);
      const body = await readFields(request, await createFileSpec(call, deps));
      const { fields } = body;
      file = body.file;
      const caller =
        call.access.who === 'itemToken'
          ? await identifyByItemToken(request, fields, deps)
          : await identify(request, fields, isUnsafeGet, { deps, cookies });
      if (caller.unprovenUser && !call.beforeSetUp && call.access.who !== 'anyone')
        throw new AppError('secondFactorRequired');
      viewer = (call.beforeSetUp && caller.unprovenUser) || caller.viewer;
      if (viewer.kind === 'user') request.uid = viewer.uid;
      const client = createClient(request, reply, httpDeps, caller.byToken);
      await checkLimit(call, { ...caller, viewer }, client, deps);
      const parsed = parseFields(call, fields);
      checkUser(call, viewer, parsed);
      const grant = await authorize(
        { viewer, visitPass: client.visitPass, tokenItem: caller.tokenItem },
        call,
        parsed,
        deps,
      );
      await checkCaptcha(call, parsed, client, deps);
      const input = await checkConfirmation(call, viewer, parsed, client, deps);
      const language = languageFor(request, viewer, deps);
      const { keyTail, tokenPrefix } = caller;
      const context = { deps, viewer, grant, language, client, file, keyTail, tokenPrefix };
      const answer = await runCall(call, handler, context, input);
      if (!(call.response instanceof z.ZodType))
        return sendFile(reply, call.response.file, answer as FileResult);
      request.errorCode = 0;
      if (answer instanceof CachedResponse) return await sendCachedResponse(request, reply, answer);
      if (call.alsoGet)
        return await sendCachedResponse(request, reply, toCachedResponse(call, answer));
      // Parsing drops every field that the contract does not declare.
      return withTopLevelFields(call, success(call.response.parse(answer)));
    } catch (error) {
      const envelope = toErrorResponse(error, request, reply, languageFor(request, viewer, deps));
      if (call.errorFormat === 'text') return sendTextError(reply, envelope);
      return withTopLevelFields(call, envelope);
    } finally {
      await file?.discard();
    }
  };
}

/** The OpenAPI document and its HTML page are public. They are created on first use, so that the start is faster. */
function mountApiDocs(app: FastifyInstance, calls: Nouns, { deps, cookies }: HttpDeps): void {
  const build = () => {
    const document = buildOpenapi(calls, deps.config.publicUrl, cookies.loginName);
    return { document, page: renderApiPage(document) };
  };
  let built: ReturnType<typeof build> | undefined;
  const documents = () => (built ??= build());
  app.get('/api/openapi.json', (_request, reply) => reply.send(documents().document));
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(documents().page),
  );
}

/** The only function that registers the routes of calls. */
export function mountCalls<N extends Nouns>(
  app: FastifyInstance,
  calls: N,
  handlers: AllHandlers<N>,
  httpDeps: HttpDeps,
): void {
  for (const [noun, verbs] of Object.entries(calls))
    for (const [verb, call] of Object.entries(verbs)) {
      assertGuarded(call);
      const handler = (handlers[noun] as Handlers<Record<string, Call>>)[verb];
      if (!handler) throw new Error(`${call.path} has no handler`);
      for (const url of [call.path, ...(call.aliases ?? [])])
        app.route({
          url,
          method: call.alsoGet ? ['GET', 'POST'] : (call.method ?? 'POST'),
          exposeHeadRoute: false,
          bodyLimit: call.maxBody ?? MAX_BODY,
          // Cached responses are already compressed.
          ...(call.alsoGet && { compress: false }),
          preParsing: inflateBodies((request) => isAuthenticatedByHeaders(call, request, httpDeps)),
          handler: createCallHandler(call, handler, httpDeps),
        });
    }
  mountApiDocs(app, calls, httpDeps);
}
