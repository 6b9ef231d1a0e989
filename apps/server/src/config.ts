import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { languages } from '@octavo/contract/entities';
import type { PasskeySupport } from '@octavo/contract/passkey.entities';
import { z } from 'zod';
import { isAddressRange } from './lib/address-ranges.ts';

/** Parses the environment variables once at start. Other modules read their values from `Config`. */

const SAMPLE_SECRETS = ['change-me', 'changeme', 'secret', 'example', 'sample'];

const withMessage = (message: string) => ({ error: message });

/** A URL string with one of these protocols; `path` allows the absolute path of a Unix socket. */
const urlString = (example: string, ...protocols: readonly string[]) =>
  z.string().refine(
    (value) => {
      const protocol = value.startsWith('/') ? 'path' : URL.parse(value)?.protocol;
      return protocol !== undefined && protocols.includes(protocol);
    },
    withMessage(`use a URL like ${example}`),
  );

const url = urlString('https://docs.example.com', 'https:', 'http:').transform(
  (value) => new URL(value),
);
const postgresUrl = urlString(
  'postgres://user:password@host:5432/octavo',
  'postgres:',
  'postgresql:',
);

const splitList = (input: string) => input.split(',').map((part) => part.trim());

/** IP addresses and CIDR ranges, comma-separated. */
const addressRanges = z
  .string()
  .transform(splitList)
  .refine(
    (parts) => parts.every(isAddressRange),
    withMessage('use IP addresses and CIDR ranges, separated by commas'),
  );

const PROXY_KEYWORDS = ['loopback', 'linklocal', 'uniquelocal', 'false'];

/** Off, the number of proxy hops, or a comma-separated list of proxy addresses and CIDR ranges. */
const trustedProxies = z.string().refine((input) => {
  const parts = splitList(input);
  return (
    /^\d+$/.test(input) ||
    parts.every((part) => PROXY_KEYWORDS.includes(part) || isAddressRange(part))
  );
}, withMessage('use the number of proxies, or their IP addresses and CIDR ranges, separated by commas'));

const roles = ['web', 'worker'] as const;
type Role = (typeof roles)[number];

const rolesList = z
  .string()
  .transform(splitList)
  .pipe(z.array(z.enum(roles)))
  .transform((list): ReadonlySet<Role> => new Set(list));

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: postgresUrl,
  DATABASE_MIGRATE_URL: postgresUrl.optional(),
  /** Standbys of the database that are read, separated by commas. */
  DATABASE_REPLICA_URLS: z.string().transform(splitList).pipe(z.array(postgresUrl)).default([]),
  /** A replica that lags longer is left out. */
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(0).default(10_000),
  REDIS_URL: urlString('redis://host:6379', 'redis:', 'rediss:', 'path').optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PUBLIC_URL: url
    .refine(
      ({ pathname, search }) => pathname === '/' && search === '',
      withMessage('the site must be at the root of its host: use a URL without a path'),
    )
    .optional(),
  TRUST_PROXY: trustedProxies.default('0'),
  SECRET_KEY: z.string().optional(),
  ADMIN_USERNAME: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SMTP_URL: urlString('smtp://user:password@host:587', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('octavo@localhost'),
  ROLES: rolesList.default(new Set(roles)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEFAULT_LANGUAGE: z.enum(languages).default('zh-cn'),
  /** The directory of uploaded files and of uploads in progress. */
  STORAGE_DIR: z.string().default('storage'),
  /** The store of new files; by default S3 if a bucket is set, else local. Files in the other store stay readable. */
  STORAGE: z.enum(['local', 's3']).optional(),
  /** An S3-compatible store. */
  S3_ENDPOINT: z.string().default(''),
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default(''),
  S3_ACCESS_KEY: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  /** 1: the bucket is part of the URL path, not of the host name. */
  S3_PATH_STYLE: z.enum(['0', '1']).default('0'),
  /** The prefix of all object keys. */
  S3_PREFIX: z
    .string()
    .regex(/^(?:[\w-]+\/)*$/, withMessage('use letters and digits that end with /, like octavo/'))
    .default('octavo/'),
  /** The base of short-lived presigned URLs from which browsers fetch files; if empty, this server sends the files. */
  S3_PUBLIC_URL: url.optional(),
  /** The path of the Chromium executable that prints PDF exports; if empty, PDF export is off. */
  PDF_CHROMIUM: z.string().optional(),
  /** 0 disables the sandbox of Chromium, for containers that do not allow it. */
  PDF_SANDBOX: z.enum(['0', '1']).default('1'),
  /** The URL of the release feed, and the key that signs releases. Without a URL the server does not check for updates. */
  UPDATE_FEED_URL: url.optional(),
  UPDATE_PUBLIC_KEY: z.string().optional(),
  /** The directory of releases, set by the launcher. */
  OCTAVO_HOME: z.string().optional(),
  /** Loopback, link-local and cloud metadata addresses are blocked for OAuth2 providers, except for these. */
  OAUTH2_ALLOWED_ADDRESSES: addressRanges.default([]),
  /** 0: a new site starts without help and demo items. */
  DEMO_ITEMS: z.enum(['0', '1']).default('1'),
  /** Maximum number of PostgreSQL connections of this process. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** Maximum size of all caches of this process in MB. */
  CACHE_MB: z.coerce.number().int().min(8).max(65_536).default(64),
  /** Seconds for which a CDN may serve documents of public items; 0: shared caches store none. */
  CDN_MAX_AGE_S: z.coerce.number().int().min(0).max(86_400).default(0),
  /** Receives the tags of changed documents, so that the CDN removes its copies. */
  CDN_PURGE_URL: url.optional(),
  CDN_PURGE_TOKEN: z.string().optional(),
  /** Where each entry of the audit log is sent, for a SIEM. */
  AUDIT_STREAM_URL: urlString(
    'syslog+tls://siem.example.com:6514 or file:///var/log/octavo/audit.jsonl',
    'syslog+tls:',
    'syslog+tcp:',
    'file:',
  )
    .refine(
      (value) => value.startsWith('file:///') || URL.parse(value)?.hostname,
      withMessage('name a host, or the absolute path of a file with three slashes'),
    )
    .transform((value) => new URL(value))
    .optional(),
  /** Mean event loop delay above which requests are rejected; 0 never rejects. */
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).default(1000),
  /** Time between reporting "not ready" and closing the server, so that load balancers stop routing to it. */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).default(5000),
  /** Time that in-flight requests then have to finish; equals the request timeout of the web client. */
  SHUTDOWN_TIMEOUT_MS: z.coerce.number().int().min(0).default(20_000),
});

/** Old names of variables. They work in this release, with a warning, and are removed in the next one. */
const RENAMED_VARIABLES = {
  SHED_ABOVE: 'MAX_EVENT_LOOP_DELAY_MS',
  SHUTDOWN_DELAY: 'SHUTDOWN_DELAY_MS',
  SHUTDOWN_PATIENCE: 'SHUTDOWN_TIMEOUT_MS',
};

const KEY_HINT = 'create one with openssl rand -hex 32';

function parseSecretKey(input: string | undefined, production: boolean): Buffer {
  if (input === undefined) {
    if (production) throw new Error(`SECRET_KEY is not set: ${KEY_HINT}`);
    return randomBytes(32);
  }
  const lower = input.toLowerCase();
  if (Buffer.byteLength(input) < 32)
    throw new Error(`SECRET_KEY is shorter than 32 bytes: ${KEY_HINT}`);
  if (SAMPLE_SECRETS.some((sample) => lower.startsWith(sample)) || new Set(input).size < 8)
    throw new Error(`SECRET_KEY is a sample: ${KEY_HINT}`);
  return Buffer.from(input);
}

function parseUpdateSource(feed: URL | undefined, key: string | undefined) {
  if (!feed) return undefined;
  if (!key)
    throw new Error(
      'UPDATE_PUBLIC_KEY is not set: it is required to verify the releases of the feed',
    );
  if (Buffer.from(key, 'base64').length !== 32)
    throw new Error('UPDATE_PUBLIC_KEY is not an Ed25519 key: use its 32 bytes in base64');
  return { feed, key };
}

function parseFirstAdmin(username: string | undefined, password: string | undefined) {
  if (username && password) return { username, password };
  if (username || password)
    throw new Error(
      `${username ? 'ADMIN_PASSWORD' : 'ADMIN_USERNAME'} is not set: set both or neither`,
    );
  return undefined;
}

/** Rejects an incomplete S3 configuration, because files would silently go to the local directory. */
function assertStorageConfig(parsed: z.output<typeof environment>): void {
  if (parsed.STORAGE === 's3' && parsed.S3_BUCKET === '')
    throw new Error('S3_BUCKET is not set, but STORAGE is s3');
  const needed = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const missing = needed.find((name) => parsed[name] === '');
  if (parsed.S3_BUCKET !== '' && missing)
    throw new Error(`${missing} is not set, but S3_BUCKET is: set both keys of the bucket`);
}

/** Rejects a CDN without a purge, because it would still serve a page that was made private. */
function parseCdn(parsed: z.output<typeof environment>) {
  if (parsed.CDN_MAX_AGE_S === 0) return undefined;
  if (!parsed.CDN_PURGE_URL)
    throw new Error(
      'CDN_PURGE_URL is not set, but CDN_MAX_AGE_S is: without it the CDN would still serve pages that were made private',
    );
  return {
    maxAgeS: parsed.CDN_MAX_AGE_S,
    purgeUrl: parsed.CDN_PURGE_URL,
    purgeToken: parsed.CDN_PURGE_TOKEN,
  };
}

/** Browsers allow passkeys in secure contexts only, and not for IP addresses. */
function parsePasskeySupport({ protocol, hostname }: URL): PasskeySupport {
  // An IPv6 address is in brackets.
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return 'needsName';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? 'ready' : 'needsHttps';
}

type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

function parseTrustProxy(input: string): TrustProxy {
  if (input === '0' || input === 'false') return false;
  if (/^\d+$/.test(input)) return (_address, hop) => hop < Number(input);
  return splitList(input);
}

/** An empty variable counts as unset, because compose files and forms pass unset variables as empty strings. */
function readEnvironment(env: NodeJS.ProcessEnv) {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const renamed = Object.entries(RENAMED_VARIABLES).filter(([name]) => name in input);
  for (const [name, newName] of renamed) input[newName] ??= input[name];
  const parsed = environment.safeParse(input);
  if (parsed.success)
    return { ...parsed.data, warnings: renamed.map(([name, to]) => `${name} is now called ${to}`) };
  const messages = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return name in input ? `${name} is invalid: ${message}` : `${name} is not set`;
  });
  throw new Error(messages.join('. '));
}

export function readConfig(env: NodeJS.ProcessEnv) {
  const parsed = readEnvironment(env);
  assertStorageConfig(parsed);
  const production = parsed.NODE_ENV === 'production';
  const publicUrl = parsed.PUBLIC_URL ?? new URL(`http://localhost:${parsed.PORT}`);
  return {
    production,
    databaseUrl: parsed.DATABASE_URL,
    migrateUrl: parsed.DATABASE_MIGRATE_URL ?? parsed.DATABASE_URL,
    databasePoolSize: parsed.DATABASE_POOL,
    replicaUrls: parsed.DATABASE_REPLICA_URLS as readonly string[],
    replicaMaxLagMs: parsed.DATABASE_REPLICA_MAX_LAG_MS,
    cacheBytes: parsed.CACHE_MB * 1024 * 1024,
    redisUrl: parsed.REDIS_URL,
    host: parsed.HOST,
    port: parsed.PORT,
    metricsPort: parsed.METRICS_PORT,
    publicUrl,
    /** Plain http on an intranet is supported; cookies then have no `__Host-` prefix. */
    secure: publicUrl.protocol === 'https:',
    passkeySupport: parsePasskeySupport(publicUrl),
    trustProxy: parseTrustProxy(parsed.TRUST_PROXY),
    secretKey: parseSecretKey(parsed.SECRET_KEY, production),
    admin: parseFirstAdmin(parsed.ADMIN_USERNAME, parsed.ADMIN_PASSWORD),
    smtpUrl: parsed.SMTP_URL,
    mailFrom: parsed.MAIL_FROM,
    roles: parsed.ROLES,
    logLevel: parsed.LOG_LEVEL,
    defaultLanguage: parsed.DEFAULT_LANGUAGE,
    storageDir: resolve(parsed.STORAGE_DIR),
    storage: parsed.STORAGE,
    s3: {
      endpoint: parsed.S3_ENDPOINT,
      bucket: parsed.S3_BUCKET,
      region: parsed.S3_REGION,
      accessKey: parsed.S3_ACCESS_KEY,
      secretKey: parsed.S3_SECRET_KEY,
      pathStyle: parsed.S3_PATH_STYLE === '1',
      prefix: parsed.S3_PREFIX,
      publicUrl: parsed.S3_PUBLIC_URL,
    },
    printer:
      parsed.PDF_CHROMIUM === undefined
        ? undefined
        : { program: parsed.PDF_CHROMIUM, sandbox: parsed.PDF_SANDBOX === '1' },
    update: parseUpdateSource(parsed.UPDATE_FEED_URL, parsed.UPDATE_PUBLIC_KEY),
    releasesDir: parsed.OCTAVO_HOME === undefined ? undefined : resolve(parsed.OCTAVO_HOME),
    oauth2AllowedAddresses: parsed.OAUTH2_ALLOWED_ADDRESSES as readonly string[],
    cdn: parseCdn(parsed),
    auditStreamUrl: parsed.AUDIT_STREAM_URL,
    demoItems: parsed.DEMO_ITEMS === '1',
    maxEventLoopDelayMs: parsed.MAX_EVENT_LOOP_DELAY_MS,
    shutdownDelayMs: parsed.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: parsed.SHUTDOWN_TIMEOUT_MS,
    /** Deprecated variables that are set, each as a sentence for the log. */
    warnings: parsed.warnings,
  } as const;
}

export type Config = ReturnType<typeof readConfig>;
