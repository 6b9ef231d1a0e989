import { errors } from '@octavo/contract/errors';
import { paths, reservedWords } from '@octavo/contract/paths';
import { DOMAIN_PATTERN } from '@octavo/contract/patterns';
import { MAX_SHARE_KEY_LENGTH } from '@octavo/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../app-error.ts';
import type { HttpDeps } from '../../http/mount-calls.ts';
import { bannerHtml, secondsUntilBannerEnds } from '../../http/site-banner.ts';
import { toSiteIdentity } from '../../http/site-identity.ts';
import { isApiUrl } from '../../http/web-files.ts';
import { MAX_DOCUMENT_MS, SITE_TAG } from '../../realtime/cdn-purge.ts';
import { translateTo } from '../../texts.ts';
import { renderDocument } from './render-document.ts';
import { createHtmlCache } from './html-cache.ts';
import type { HtmlCache } from './html-cache.ts';
import { planItem, planPage, planShared } from './plan-document.service.ts';
import type { DocumentPlan, Redirect } from './plan-document.service.ts';
import { loadReaderBundle } from './reader-bundle.ts';
import type { ReaderBundle } from './reader-bundle.ts';
import { serveSitemap } from './serve-sitemap.ts';
import { resolveVisit } from '../../http/visit.ts';
import type { Visit } from '../../http/visit.ts';

interface ReaderDeps extends HttpDeps {
  readonly bundle: ReaderBundle;
  readonly cache: HtmlCache;
  /** Whether search engines may index the site. */
  isOpenToRobots(): Promise<boolean>;
}

type Planner = (
  visit: Visit,
  request: FastifyRequest,
  readerDeps: ReaderDeps,
) => Promise<DocumentPlan | Redirect>;

const DIGITS = /^[1-9]\d{0,14}$/;

function field(from: unknown, name: string): string {
  const value = (from as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

const planItemRequest: Planner = async (visit, request, { deps }) => {
  const ref = field(request.params, 'item');
  const page = field(request.params, 'page_id') || field(request.query, 'page_id');
  // An id matches the pattern, too.
  const isItem =
    DOMAIN_PATTERN.test(ref) && !(reservedWords.has(ref.toLowerCase()) && !isSampleItem(ref));
  if (!isItem || (page !== '' && !DIGITS.test(page))) throw new AppError('notFound');
  return planItem(visit, { ref, pageId: Number(page) }, deps);
};

/** Two reserved words are used by the sample items of a site. */
function isSampleItem(ref: string): boolean {
  return /^(?:help|demo)$/i.test(ref);
}

const planPageRequest: Planner = async (visit, request, { deps }) => {
  const page = field(request.params, 'page_id');
  if (!DIGITS.test(page)) throw new AppError('notFound');
  const key = field(request.query, 'unique_key');
  return key === ''
    ? planPage(visit, Number(page), deps)
    : planShared(visit, { key: key.slice(0, MAX_SHARE_KEY_LENGTH), pageId: Number(page) }, deps);
};

const planSharedRequest: Planner = (visit, request, { deps }) =>
  planShared(
    visit,
    { key: field(request.params, 'unique_key').slice(0, MAX_SHARE_KEY_LENGTH) },
    deps,
  );

function planMissing(reason: 'notFound' | 'cancelled', visit: Visit): DocumentPlan {
  const title = reason === 'cancelled' ? 'reader.cancelledTitle' : 'states.notFoundTitle';
  return {
    key: undefined,
    isPrivate: true,
    load: async () => ({
      view: { kind: 'missing', reason },
      head: {
        title: translateTo(visit.language, title),
        description: '',
      },
    }),
  };
}

/** URL of the password form of a private item, which redirects back to the requested URL. */
async function passwordUrl(request: FastifyRequest, { deps }: ReaderDeps): Promise<string> {
  const redirect = request.url;
  const item = field(request.params, 'item');
  if (item !== '') return paths.itemPassword.href({ item_id: item }, { redirect });
  const page_id = Number(field(request.params, 'page_id'));
  const page = await deps.pageMetaCache.get(page_id);
  return paths.itemPassword.href({ item_id: page?.item_id ?? 0 }, { page_id, redirect });
}

function isAppError(error: unknown, ...names: (keyof typeof errors)[]): boolean {
  return error instanceof AppError && names.includes(error.errorName);
}

function createHandler(
  plan: Planner,
  missingReason: 'notFound' | 'cancelled',
  readerDeps: ReaderDeps,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApiUrl(request.url)) return reply.callNotFound();
    const visit = await resolveVisit(request, reply, readerDeps, 'none');
    try {
      const documentPlan = await plan(visit, request, readerDeps);
      if ('redirectUrl' in documentPlan)
        return await reply
          .header('cache-control', 'private, no-store')
          .redirect(documentPlan.redirectUrl, 302);
      return await send(documentPlan, 200, { request, reply, visit, readerDeps });
    } catch (error) {
      if (isAppError(error, 'siteNeedsLogin'))
        return reply
          .header('cache-control', 'private, no-store')
          .redirect(paths.login.href({ redirect: request.url }), 302);
      if (isAppError(error, 'visitPasswordNeeded'))
        return reply
          .header('cache-control', 'private, no-store')
          .redirect(await passwordUrl(request, readerDeps), 302);
      if (!isAppError(error, 'notFound')) throw error;
      return send(planMissing(missingReason, visit), 404, { request, reply, visit, readerDeps });
    }
  };
}

interface SendContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visit: Visit;
  readonly readerDeps: ReaderDeps;
}

/** Shared caches may only store public items as seen by anonymous visitors. */
function cacheControl({ key, isPrivate }: DocumentPlan): string {
  if (isPrivate) return 'private, no-store';
  return key === undefined ? 'private, no-cache' : 'public, no-cache';
}

/**
 * Lets a CDN store a document until it is purged, and browsers only revalidate it. A purge cannot remove a document that
 * arrives at the CDN long after the change, so a slow one is not stored.
 */
function setCdnHeaders(reply: FastifyReply, plan: DocumentPlan, maxAgeS: number): void {
  if (reply.elapsedTime > MAX_DOCUMENT_MS) return;
  reply
    .header('cache-control', `public, max-age=0, must-revalidate, s-maxage=${maxAgeS}`)
    .header('vary', 'Cookie, Authorization, Accept-Language, Accept-Encoding')
    .header('cache-tag', [SITE_TAG, ...(plan.tags ?? [])].join(','));
}

/** What a document shows besides its plan. */
interface SiteParts {
  readonly site: ReturnType<typeof toSiteIdentity>;
  readonly banner: string;
  readonly isIndexed: boolean;
}

async function render(
  plan: DocumentPlan,
  { visit: { language, viewer }, readerDeps }: SendContext,
  { site, banner, isIndexed }: SiteParts,
): Promise<Readable> {
  const { view, head } = await plan.load();
  const siteName = site.site_name || translateTo(language, 'shell.brand');
  const { site_logo } = site;
  const is_login = viewer.kind === 'user';
  const readerDocument = { language, is_login, site_name: siteName, site_logo, view };
  const title =
    view.kind === 'item'
      ? head.title
      : translateTo(language, 'shell.title', { screen: head.title, site: siteName });
  const headOptions = { ...head, title, siteName, banner, footer: site.footer_line, isIndexed };
  return renderDocument(readerDeps.bundle, readerDocument, headOptions);
}

async function send(plan: DocumentPlan, status: number, context: SendContext) {
  const { request, reply, readerDeps } = context;
  const isIndexed = !plan.isPrivate && (await readerDeps.isOpenToRobots());
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', cacheControl(plan))
    .header('vary', 'Cookie, Accept-Language, Accept-Encoding');
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  const settings = await readerDeps.deps.settings.get();
  const site = toSiteIdentity(settings);
  const now = Date.now();
  const banner = bannerHtml(settings, now);
  const renderPlan = () => render(plan, context, { site, banner, isIndexed });
  const key = plan.key && `${isIndexed}${JSON.stringify([site, banner])}${plan.key}`;
  if (key === undefined) return reply.send(await renderPlan());
  const { cache } = readerDeps;
  const { cdn } = readerDeps.deps.config;
  // The copy of a CDN needs an ETag, which a stream does not have.
  const cached = cache.get(key) ?? (cdn && cache.set(key, await buffer(await renderPlan())));
  if (!cached)
    return reply.send((await renderPlan()).pipe(collectBytes((html) => cache.set(key, html))));
  const isUnchanged = request.headers['if-none-match'] === cached.etag;
  const body = isUnchanged ? undefined : await cached.encodeFor(request.headers['accept-encoding']);
  reply.header('etag', cached.etag);
  if (cdn) setCdnHeaders(reply, plan, Math.min(cdn.maxAgeS, secondsUntilBannerEnds(settings, now)));
  if (!body) return reply.status(304).send();
  if (body.encoding) reply.header('content-encoding', body.encoding);
  return reply.send(body.bytes);
}

/** Passes a stream through and calls `onComplete` with all bytes at the end. */
function collectBytes(onComplete: (bytes: Buffer) => void): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      onComplete(Buffer.concat(chunks));
      done();
    },
  });
}

/** Serves the reader. Pages are rendered on the server, so that they are readable before any script runs. */
export async function serveReader(app: FastifyInstance, mount: HttpDeps): Promise<void> {
  const readerDeps: ReaderDeps = {
    ...mount,
    bundle: await loadReaderBundle(),
    cache: createHtmlCache(mount.deps.cacheMemory),
    isOpenToRobots: async () => {
      const { robots_open, login_required } = await mount.deps.settings.get();
      return robots_open && !login_required;
    },
  };
  app.get(paths.item.pattern, createHandler(planItemRequest, 'notFound', readerDeps));
  app.get(paths.itemPage.pattern, createHandler(planItemRequest, 'notFound', readerDeps));
  app.get(paths.page.pattern, createHandler(planPageRequest, 'notFound', readerDeps));
  app.get(paths.sharedPage.pattern, createHandler(planSharedRequest, 'cancelled', readerDeps));
  serveSitemap(app, mount.deps, readerDeps.isOpenToRobots);
}
