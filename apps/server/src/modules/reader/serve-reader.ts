import { errors } from '@octavo/contract/errors';
import { paths, reservedWords } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Transform } from 'node:stream';
import { AppError } from '../../app-error.ts';
import type { Mount } from '../../http/mount-calls.ts';
import { bannerHtml } from '../../http/site-banner.ts';
import { identityOf } from '../../http/site-identity.ts';
import { isCallAddress } from '../../http/web-files.ts';
import { textIn } from '../../texts.ts';
import { drawDocument } from './draw-document.ts';
import { createHtmlCache } from './html-cache.ts';
import type { HtmlCache } from './html-cache.ts';
import { planItem, planPage, planShared } from './read-page.service.ts';
import type { Plan } from './read-page.service.ts';
import { loadReaderBundle } from './reader-bundle.ts';
import type { ReaderBundle } from './reader-bundle.ts';
import { serveSitemap } from './serve-sitemap.ts';
import { visitOf } from './visit.ts';
import type { Visit } from './visit.ts';

interface Parts extends Mount {
  readonly bundle: ReaderBundle;
  readonly cache: HtmlCache;
  /** Whether search engines may index the site. */
  isOpenToRobots(): Promise<boolean>;
}

type Planner = (visit: Visit, request: FastifyRequest, parts: Parts) => Promise<Plan>;

const DIGITS = /^[1-9]\d{0,14}$/;
const ITEM = /^[A-Za-z0-9]{1,30}$/;

function field(from: unknown, name: string): string {
  const value = (from as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

const toItem: Planner = async (visit, request, { deps }) => {
  const ref = field(request.params, 'item');
  const page = field(request.params, 'page_id') || field(request.query, 'page_id');
  const isItem = ITEM.test(ref) && !(reservedWords.has(ref.toLowerCase()) && !isGiven(ref));
  if (!isItem || (page !== '' && !DIGITS.test(page))) throw new AppError('notFound');
  return planItem(visit, { ref, pageId: Number(page) }, deps);
};

/** Two reserved words are used by the sample items of a site. */
function isGiven(ref: string): boolean {
  return /^(?:help|demo)$/i.test(ref);
}

const toPage: Planner = async (visit, request, { deps }) => {
  const page = field(request.params, 'page_id');
  if (!DIGITS.test(page)) throw new AppError('notFound');
  const key = field(request.query, 'unique_key');
  return key === ''
    ? planPage(visit, Number(page), deps)
    : planShared(visit, { key: key.slice(0, 64), pageId: Number(page) }, deps);
};

const toShared: Planner = (visit, request, { deps }) =>
  planShared(visit, { key: field(request.params, 'unique_key').slice(0, 64) }, deps);

function missing(reason: 'notFound' | 'cancelled', visit: Visit): Plan {
  const title = reason === 'cancelled' ? 'reader.cancelledTitle' : 'states.notFoundTitle';
  return {
    key: undefined,
    isPrivate: true,
    load: async () => ({
      view: { kind: 'missing', reason },
      head: {
        title: textIn(visit.language, title),
        description: '',
      },
    }),
  };
}

/** URL of the password form of a private item, which redirects back to the requested URL. */
async function passwordAddress(request: FastifyRequest, { deps }: Parts): Promise<string> {
  const redirect = request.url;
  const item = field(request.params, 'item');
  if (item !== '') return paths.itemPassword.href({ item_id: item }, { redirect });
  const page_id = Number(field(request.params, 'page_id'));
  const page = await deps.pageHeads.get(page_id);
  return paths.itemPassword.href({ item_id: page?.item_id ?? 0 }, { page_id, redirect });
}

function isRefused(error: unknown, ...names: (keyof typeof errors)[]): boolean {
  return error instanceof AppError && names.includes(error.refusal);
}

function answer(plan: Planner, gone: 'notFound' | 'cancelled', parts: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isCallAddress(request.url)) return reply.callNotFound();
    const visit = await visitOf(request, reply, parts);
    try {
      const planned = await plan(visit, request, parts);
      if (planned.editor !== undefined)
        return await reply
          .header('cache-control', 'private, no-store')
          .redirect(planned.editor, 302);
      return await send(planned, 200, { request, reply, visit, parts });
    } catch (error) {
      if (isRefused(error, 'siteNeedsLogin'))
        return reply
          .header('cache-control', 'private, no-store')
          .redirect(paths.login.href({ redirect: request.url }), 302);
      if (isRefused(error, 'visitPasswordNeeded'))
        return reply
          .header('cache-control', 'private, no-store')
          .redirect(await passwordAddress(request, parts), 302);
      if (!isRefused(error, 'notFound')) throw error;
      return send(missing(gone, visit), 404, { request, reply, visit, parts });
    }
  };
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visit: Visit;
  readonly parts: Parts;
}

/** Shared caches may only store public items as seen by anonymous visitors. */
function cacheControl({ key, isPrivate }: Plan): string {
  if (isPrivate) return 'private, no-store';
  return key === undefined ? 'private, no-cache' : 'public, no-cache';
}

async function send(plan: Plan, status: number, sending: Sending) {
  const { request, reply, visit, parts } = sending;
  const isIndexed = !plan.isPrivate && (await parts.isOpenToRobots());
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', cacheControl(plan))
    .header('vary', 'Cookie, Accept-Language, Accept-Encoding');
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  const settings = await parts.deps.settings.get();
  const site = identityOf(settings);
  const banner = bannerHtml(settings, Date.now());
  const key = plan.key && `${isIndexed}${JSON.stringify([site, banner])}${plan.key}`;
  const kept = key && parts.cache.get(key);
  if (kept) {
    reply.header('etag', kept.tag);
    if (request.headers['if-none-match'] === kept.tag) return reply.status(304).send();
    const { encoding, bytes } = await kept.encoded(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  }
  const { view, head } = await plan.load();
  const { language, viewer } = visit;
  const siteName = site.site_name || textIn(language, 'shell.brand');
  const { site_logo } = site;
  const is_login = viewer.kind === 'user';
  const shown = { language, is_login, site_name: siteName, site_logo, view };
  const title =
    view.kind === 'item'
      ? head.title
      : textIn(language, 'shell.title', { screen: head.title, site: siteName });
  const whole = { ...head, title, siteName, banner, footer: site.footer_line, isIndexed };
  const stream = await drawDocument(parts.bundle, shown, whole);
  return reply.send(key ? stream.pipe(collected((html) => parts.cache.set(key, html))) : stream);
}

/** Passes a stream through and calls `onWhole` with all bytes at the end. */
function collected(onWhole: (bytes: Buffer) => void): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      onWhole(Buffer.concat(chunks));
      done();
    },
  });
}

/** Serves the reader. Pages are rendered on the server, so that they are readable before any script runs. */
export async function serveReader(app: FastifyInstance, mount: Mount): Promise<void> {
  const parts: Parts = {
    ...mount,
    bundle: await loadReaderBundle(),
    cache: createHtmlCache(),
    isOpenToRobots: async () => {
      const { robots_open, login_required } = await mount.deps.settings.get();
      return robots_open && !login_required;
    },
  };
  app.get(paths.item.pattern, answer(toItem, 'notFound', parts));
  app.get(paths.itemPage.pattern, answer(toItem, 'notFound', parts));
  app.get(paths.page.pattern, answer(toPage, 'notFound', parts));
  app.get(paths.sharedPage.pattern, answer(toShared, 'cancelled', parts));
  serveSitemap(app, mount.deps, parts.isOpenToRobots);
}
