import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Stores } from '../modules/storage/stores.ts';
import type { Mailer } from '../modules/mail/mailer.ts';
import type { Cipher } from '../secrets.ts';
import type { Connection } from '../db/connect.ts';

/** The context of a job handler. */
export interface JobContext {
  readonly db: Connection;
  /** Runs `work` in one transaction. */
  transaction<T>(work: (db: Connection) => Promise<T>): Promise<T>;
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
