import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { stringBytes } from '../../realtime/cache-memory.ts';
import { PART_SIZE, robotsText, sitemapIndex, sitemapPart } from './sitemap.policy.ts';
import { sitemapRepository } from './sitemap.repository.ts';

/** Cache lifetime in seconds; search engines do not need fresher data. */
const TTL_SECONDS = 600;

/** Serves robots.txt and the sitemap, if the administrator allows indexing. */
export function serveSitemap(
  app: FastifyInstance,
  { db, config, cacheMemory }: Deps,
  isOpenToRobots: () => Promise<boolean>,
): void {
  const site = config.publicUrl;
  const parts = cacheMemory.create<number, string>('sitemap', {
    ttl: TTL_SECONDS * 1000,
    sizeCalculation: stringBytes,
    // A part that is evicted while it is loading is still returned.
    ignoreFetchAbort: true,
    fetchMethod: async (part) =>
      sitemapPart(
        await sitemapRepository(db).listPages((part - 1) * PART_SIZE, part * PART_SIZE),
        site,
      ),
  });

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
    return send(reply, 'application/xml', await parts.forceFetch(part));
  });
}
