import type { FastifyInstance } from 'fastify';
import type { AppError } from '../app-error.ts';
import { withTrace } from '../trace.ts';
import type { Trace } from '../trace.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log line: the error code, the caller and the number of queries. */
    errorCode: number | undefined;
    /** For the audit log: the name of the error. */
    errorName: AppError['errorName'] | undefined;
    uid: number | undefined;
    trace: Trace;
  }
}

/** The only route with long-lived responses. */
export const EVENTS_PATH = '/api/events';

/** Logs one line per request, without body and query, which may contain tokens and keys. */
export function logRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('errorCode', undefined);
  app.decorateRequest('errorName', undefined);
  app.decorateRequest('uid', undefined);
  app.decorateRequest('trace', null as never);
  app.addHook('onRequest', (request, reply, done) => {
    request.trace = { queries: 0 };
    reply.header('x-request-id', request.id);
    withTrace(request.trace, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    // The time for which a stream is open is not a response time.
    if (route !== EVENTS_PATH)
      metrics.observe({
        route,
        method: request.method,
        status: reply.statusCode,
        errorCode: request.errorCode,
        seconds,
      });
    // Health checks run every second and would flood the log.
    if (!route.startsWith('/health'))
      request.log.info(
        {
          route,
          method: request.method,
          status: reply.statusCode,
          error_code: request.errorCode,
          ms: Math.round(reply.elapsedTime),
          uid: request.uid,
          address: request.ip,
          bytes: Number(reply.getHeader('content-length') ?? 0),
          queries: request.trace.queries,
        },
        'request',
      );
    done();
  });
}
