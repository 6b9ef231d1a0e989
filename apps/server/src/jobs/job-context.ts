import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Deps } from '../deps.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Stores } from '../modules/storage/stores.ts';
import type { Mailer } from '../modules/mail/mailer.ts';
import type { Cipher } from '../secrets.ts';

/** The context of a job handler. */
export interface JobContext {
  readonly repos: Repositories;
  /** Runs `work` in one transaction, with repositories bound to it. */
  transaction<T>(work: (repos: Repositories) => Promise<T>): Promise<T>;
  /** For publishing invalidations after the commit. */
  readonly bus: Bus;
  readonly config: Config;
  readonly mailer: Mailer;
  readonly mailCipher: Cipher;
  readonly stores: Stores;
  readonly log: FastifyBaseLogger;
  /** For functions that calls and jobs share. */
  readonly deps: Deps;
}
