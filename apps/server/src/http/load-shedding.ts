import { extname } from 'node:path';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isApiUrl } from './web-files.ts';

/** Seconds after the start in which the event loop is delayed by loading modules, not by requests. */
const WARM_UP_S = 10;

/** Health checks and built web files are always served. Files are cheap, have one route each, and pages need them. */
function isNeverShed({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/health') || (extname(url) !== '' && !isApiUrl(url));
}

/** Rejects requests while the event loop delay is too high. */
export async function shedLoad(app: FastifyInstance, maxEventLoopDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    exposeStatusRoute: false,
    // The plugin only measures; the hook below rejects.
    pressureHandler: () => {},
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isShed = app.isUnderPressure() && process.uptime() >= WARM_UP_S && !isNeverShed(request);
    done(isShed ? new AppError('overloaded') : undefined);
  });
}
