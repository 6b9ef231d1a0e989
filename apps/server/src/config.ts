import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { languages } from '@octavo/contract/entities';
import { z } from 'zod';

/** The environment, read once. Everything else takes its values from here. */

const SAMPLE_SECRETS = ['change-me', 'changeme', 'secret', 'example', 'sample'];

const url = z.url().transform((value) => new URL(value));

const roles = ['web', 'worker'] as const;
type Role = (typeof roles)[number];

const rolesList = z
  .string()
  .transform((given) => given.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(roles)))
  .transform((list): ReadonlySet<Role> => new Set(list));

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z.string().min(1),
  DATABASE_MIGRATE_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PUBLIC_URL: url.optional(),
  /** Off, a number of hops, or addresses and ranges of the proxies, comma-separated. */
  TRUST_PROXY: z.string().default(''),
  SECRET_KEY: z.string().optional(),
  ADMIN_USERNAME: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('octavo@localhost'),
  ROLES: rolesList.default(new Set(roles)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEFAULT_LANGUAGE: z.enum(languages).default('zh-cn'),
  /** The folder of uploaded files, and of those that are coming in. */
  STORAGE_DIR: z.string().default('storage'),
  /** Where new files go; without it to S3, if there is a bucket. The other one is still read. */
  STORAGE: z.enum(['local', 's3']).optional(),
  /** An S3-compatible store. */
  S3_ENDPOINT: z.string().default(''),
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default(''),
  S3_ACCESS_KEY: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  /** 1: the bucket is a part of the path, not of the host. */
  S3_PATH_STYLE: z.enum(['0', '1']).default('0'),
  /** What the names of all our objects begin with. */
  S3_PREFIX: z
    .string()
    .regex(/^(?:[\w-]+\/)*$/)
    .default('octavo/'),
  /** Where browsers fetch files, by addresses signed for seconds; empty: from this site. */
  S3_PUBLIC_URL: url.optional(),
  /** The executable of Chromium that prints PDF; empty: none is made. */
  PDF_CHROMIUM: z.string().optional(),
  /** 0: Chromium runs without its own sandbox, where a container allows none. */
  PDF_SANDBOX: z.enum(['0', '1']).default('1'),
  /** A folder of signed releases; with the key that signs them. Without it nobody is asked for updates. */
  UPDATE_FEED_URL: url.optional(),
  UPDATE_PUBLIC_KEY: z.string().optional(),
  /** The folder of releases, told by our launcher. */
  OCTAVO_HOME: z.string().optional(),
  /** 0: a new site gets no help and demo items. */
  DEMO_ITEMS: z.enum(['0', '1']).default('1'),
  /** Connections of this process to PostgreSQL. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** Mean lateness of the event loop, in ms, above which calls are refused; 0 refuses never. */
  SHED_ABOVE: z.coerce.number().int().min(0).default(1000),
  /** Milliseconds between "not ready" and the closing of the door, so that balancers look away. */
  SHUTDOWN_DELAY: z.coerce.number().int().min(0).default(5000),
  /** Milliseconds that requests in flight then have to end, as long as our own clients wait. */
  SHUTDOWN_PATIENCE: z.coerce.number().int().min(0).default(20_000),
});

function secretKey(given: string | undefined, production: boolean): Buffer {
  if (given === undefined) {
    if (production) throw new Error('SECRET_KEY is not set: give 32 random bytes or more');
    return randomBytes(32);
  }
  const lower = given.toLowerCase();
  if (Buffer.byteLength(given) < 32) throw new Error('SECRET_KEY is shorter than 32 bytes');
  if (SAMPLE_SECRETS.some((sample) => lower.startsWith(sample)) || new Set(given).size < 8)
    throw new Error('SECRET_KEY is a sample: give 32 random bytes or more');
  return Buffer.from(given);
}

function updateSource(feed: URL | undefined, key: string | undefined) {
  if (!feed) return undefined;
  if (!key)
    throw new Error('UPDATE_PUBLIC_KEY is not set: releases of the feed are believed by it');
  if (Buffer.from(key, 'base64').length !== 32)
    throw new Error('UPDATE_PUBLIC_KEY is no Ed25519 key: give its 32 bytes in base64');
  return { feed, key };
}

type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

function trustProxy(given: string): TrustProxy {
  if (given === '' || given === '0' || given === 'false') return false;
  if (/^\d+$/.test(given)) return (_address, hop) => hop < Number(given);
  return given.split(',').map((part) => part.trim());
}

/** An empty variable is an absent one: that is how compose files and forms leave something out. */
function readEnvironment(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return name in given ? `${name} is wrong: ${message}` : `${name} is not set`;
  });
  throw new Error(faults.join('. '));
}

export function readConfig(env: NodeJS.ProcessEnv) {
  const read = readEnvironment(env);
  const production = read.NODE_ENV === 'production';
  const publicUrl = read.PUBLIC_URL ?? new URL(`http://localhost:${read.PORT}`);
  return {
    production,
    databaseUrl: read.DATABASE_URL,
    migrateUrl: read.DATABASE_MIGRATE_URL ?? read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    redisUrl: read.REDIS_URL,
    host: read.HOST,
    port: read.PORT,
    metricsPort: read.METRICS_PORT,
    publicUrl,
    /** Plain http on an intranet is a supported installation; cookies then lose `__Host-`. */
    secure: publicUrl.protocol === 'https:',
    trustProxy: trustProxy(read.TRUST_PROXY),
    secretKey: secretKey(read.SECRET_KEY, production),
    admin:
      read.ADMIN_USERNAME && read.ADMIN_PASSWORD
        ? { username: read.ADMIN_USERNAME, password: read.ADMIN_PASSWORD }
        : undefined,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    roles: read.ROLES,
    logLevel: read.LOG_LEVEL,
    defaultLanguage: read.DEFAULT_LANGUAGE,
    storageDir: resolve(read.STORAGE_DIR),
    storage: read.STORAGE,
    s3: {
      endpoint: read.S3_ENDPOINT,
      bucket: read.S3_BUCKET,
      region: read.S3_REGION,
      accessKey: read.S3_ACCESS_KEY,
      secretKey: read.S3_SECRET_KEY,
      pathStyle: read.S3_PATH_STYLE === '1',
      prefix: read.S3_PREFIX,
      publicUrl: read.S3_PUBLIC_URL,
    },
    printer:
      read.PDF_CHROMIUM === undefined
        ? undefined
        : { program: read.PDF_CHROMIUM, sandbox: read.PDF_SANDBOX === '1' },
    update: updateSource(read.UPDATE_FEED_URL, read.UPDATE_PUBLIC_KEY),
    home: read.OCTAVO_HOME === undefined ? undefined : resolve(read.OCTAVO_HOME),
    demoItems: read.DEMO_ITEMS === '1',
    shedAbove: read.SHED_ABOVE,
    shutdownDelay: read.SHUTDOWN_DELAY,
    shutdownPatience: read.SHUTDOWN_PATIENCE,
  } as const;
}

export type Config = ReturnType<typeof readConfig>;
