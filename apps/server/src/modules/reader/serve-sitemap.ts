import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { PART_SIZE, robotsText, sitemapIndex, sitemapPart } from './sitemap.policy.ts';
import { sitemapRepository } from './sitemap.repository.ts';

/** Cache lifetime in seconds; search engines do not need fresher data. */
const TTL_SECONDS = 600;

/** Serves robots.txt and the sitemap, if the administrator allows indexing. */
export function serveSitemap(
  app: FastifyInstance,
  { db, config }: Deps,
  isOpenToRobots: () => Promise<boolean>,
): void {
  const parts = new LRUCache<number, Promise<string>>({ max: 40, ttl: TTL_SECONDS * 1000 });
  const site = config.publicUrl;

  function loadPart(part: number): Promise<string> {
    const cached = parts.get(part);
    if (cached) return cached;
    const loading = sitemapRepository(db)
      .listPages((part - 1) * PART_SIZE, part * PART_SIZE)
      .then((pages) => sitemapPart(pages, site));
    parts.set(part, loading);
    loading.catch(() => parts.delete(part));
    return loading;
  }

  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.type(type).header('cache-control', `public, max-age=${TTL_SECONDS}`).send(body);
  const assertOpen = async () => {
    if (!(await isOpenToRobots())) throw new AppError('noSuchCall');
  };

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(await isOpenToRobots(), site)),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    await assertOpen();
    return send(
      reply,
      'application/xml',
      sitemapIndex(await sitemapRepository(db).lastPageId(), site),
    );
  });
  app.get<{ Params: { part: string } }>('/sitemap/:part', async ({ params }, reply) => {
    await assertOpen();
    const part = Number(/^([1-9]\d{0,5})\.xml$/.exec(params.part)?.[1] ?? 0);
    if (part === 0) throw new AppError('noSuchCall');
    return send(reply, 'application/xml', await loadPart(part));
  });
}
