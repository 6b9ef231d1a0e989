import type { FastifyInstance } from 'fastify';
import type { openapi } from './openapi.ts';
import { apiPage } from './api-page.ts';

/** `/api/openapi.json` for tools and `/api/docs` for people; both are public and hold no secrets. */
export function serveApiDocuments(
  app: FastifyInstance,
  document: ReturnType<typeof openapi>,
): void {
  const page = apiPage(document);
  app.get('/api/openapi.json', (_request, reply) => reply.send(document));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
