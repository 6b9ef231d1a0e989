import { paths } from '@octavo/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { addressBlock } from '../../realtime/address-block.ts';
import { mockRepository } from './mock.repository.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const RATE_LIMIT = { times: 1200, seconds: 60 };
const ID = /^[1-9]\d{0,14}$/;

/** Allows requests of all origins. This is safe, because these routes read no cookies. */
function allowCrossOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const requestedHeaders = request.headers['access-control-request-headers'];
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-allow-headers':
      typeof requestedHeaders === 'string' ? requestedHeaders.slice(0, 1000) : '*',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  });
}

type FindTemplate = (request: FastifyRequest, deps: Deps) => Promise<string | undefined>;

const byPath: FindTemplate = async (request, { db }) => {
  const { item_id } = request.params as { item_id: string };
  const { path } = request.query as { path?: unknown };
  if (!ID.test(item_id) || (path !== undefined && typeof path !== 'string')) return undefined;
  const requestedPath = (path ?? '/').toWellFormed().replaceAll('\0', '').slice(0, 2048);
  const mock = await mockRepository(db).findByPath(
    Number(item_id),
    requestedPath.startsWith('/') ? requestedPath : `/${requestedPath}`,
  );
  if (mock) await mockRepository(db).countVisit(mock.page_id);
  return mock?.template;
};

const byKey: FindTemplate = async (request, { db }) => {
  const { unique_key } = request.params as { unique_key: string };
  if (!/^[0-9a-f]{32}$/.test(unique_key)) return undefined;
  return (await mockRepository(db).findByKey(unique_key))?.template;
};

/** Mock responses for API clients: any method and origin, always JSON. Request bodies are ignored. */
export async function serveMocks(app: FastifyInstance, deps: Deps): Promise<void> {
  const createHandler =
    (find: FindTemplate) => async (request: FastifyRequest, reply: FastifyReply) => {
      allowCrossOrigin(request, reply);
      if (request.method === 'OPTIONS') return reply.status(204).send();
      const key = `mock:${addressBlock(request.ip)}`;
      if ((await deps.limiter.hit(key, RATE_LIMIT.seconds)) > RATE_LIMIT.times)
        throw new AppError('tooManyRequests');
      const template = await find(request, deps);
      if (template === undefined) throw new AppError('noSuchCall');
      const json = await deps.mockSamples.make(template);
      return reply.type('application/json; charset=utf-8').send(json);
    };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    const route = { method: METHODS, exposeHeadRoute: false };
    scope.route({ ...route, url: paths.mockPath.pattern, handler: createHandler(byPath) });
    scope.route({ ...route, url: paths.mockData.pattern, handler: createHandler(byKey) });
  });
}
