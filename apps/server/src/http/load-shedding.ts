import { extname } from 'node:path';
import underPressure from '@fastify/under-pressure';
import type { Language } from '@octavo/contract/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendBusyDocument } from './busy-document.ts';
import { isCallAddress } from './web-files.ts';

/** Seconds after its start in which a process is slow by its own loading, not by its load. */
const WARM_UP_S = 10;

/** Each built file has a route of its own; an unstyled page would cost its reader more than the file costs us. */
function isNeverShed({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/health') || (extname(url) !== '' && !isCallAddress(url));
}

/** A person who opens an address, as opposed to a script, a picture or a call. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isCallAddress(url) && (headers.accept ?? '').includes('text/html');
}

/** Refuses work while the event loop is late: documents with a page that retries, calls with 503. */
export async function shedLoad(
  app: FastifyInstance,
  maxEventLoopDelay: number,
  languageOf: (request: FastifyRequest) => Language,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay,
    exposeStatusRoute: false,
    // Measured by the plugin, decided below.
    pressureHandler: () => {},
  });
  app.addHook('onRequest', (request, reply, done) => {
    const isShed = app.isUnderPressure() && process.uptime() >= WARM_UP_S && !isNeverShed(request);
    if (!isShed) done();
    else if (isNavigation(request)) sendBusyDocument(request, reply, languageOf(request));
    else done(new AppError('overloaded'));
  });
}
