import { extname } from 'node:path';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isCallAddress } from './web-files.ts';

/** Seconds after its start in which a process is slow by its own loading, not by its load. */
const WARM_UP_S = 10;

/** Each built file has a route of its own; an unstyled page would cost its reader more than the file costs us. */
function isNeverShed({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/health') || (extname(url) !== '' && !isCallAddress(url));
}

/** Refuses work while the event loop is late. */
export async function shedLoad(app: FastifyInstance, maxEventLoopDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    exposeStatusRoute: false,
    // Measured by the plugin, decided below.
    pressureHandler: () => {},
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isShed = app.isUnderPressure() && process.uptime() >= WARM_UP_S && !isNeverShed(request);
    done(isShed ? new AppError('overloaded') : undefined);
  });
}
