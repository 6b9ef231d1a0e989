import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SECRET_KEY = 'c2f1b0a98d7e6f5a4b3c2d1e0f9a8b7c';
const DATABASE_URL = 'postgres://octavo@127.0.0.1/octavo';
const minimal = { NODE_ENV: 'production', DATABASE_URL, SECRET_KEY };

describe('readConfig', () => {
  it.each([
    ['DATABASE_URL is not set', { DATABASE_URL: '' }],
    ['DATABASE_URL is invalid: use a URL like postgres://', { DATABASE_URL: 'localhost' }],
    ['DATABASE_URL is invalid: use a URL like postgres://', { DATABASE_URL: 'mysql://x/y' }],
    ['DATABASE_MIGRATE_URL is invalid: use', { DATABASE_MIGRATE_URL: 'octavo' }],
    [
      'DATABASE_REPLICA_URLS is invalid: use a URL like postgres://',
      { DATABASE_REPLICA_URLS: `${DATABASE_URL}, standby` },
    ],
    ['REDIS_URL is invalid: use a URL like redis://', { REDIS_URL: 'localhost:6379' }],
    ['SMTP_URL is invalid: use a URL like smtp://', { SMTP_URL: 'mail.example.com' }],
    ['TRUST_PROXY is invalid: use the number', { TRUST_PROXY: 'yes' }],
    ['TRUST_PROXY is invalid: use the number', { TRUST_PROXY: '10.0.0.0/33' }],
    ['OAUTH2_ALLOWED_ADDRESSES is invalid: use IP addr', { OAUTH2_ALLOWED_ADDRESSES: 'localhost' }],
    ['ADMIN_PASSWORD is not set: set both', { ADMIN_USERNAME: 'mei' }],
    ['ADMIN_USERNAME is not set: set both', { ADMIN_PASSWORD: 'seven quiet boats' }],
    ['S3_BUCKET is not set, but STORAGE is s3', { STORAGE: 's3' }],
    ['S3_ACCESS_KEY is not set', { S3_BUCKET: 'docs' }],
    ['S3_PREFIX is invalid: use letters', { S3_PREFIX: '/docs' }],
    ['UPDATE_FEED_URL is invalid: use', { UPDATE_FEED_URL: 'ftp://example.com' }],
    [
      'PUBLIC_URL is invalid: the site must be at the root',
      { PUBLIC_URL: 'https://example.com/docs' },
    ],
    ['PUBLIC_URL is invalid: use a URL like', { PUBLIC_URL: 'ftp://example.com' }],
    ['CDN_PURGE_URL is not set, but CDN_MAX_AGE_S is', { CDN_MAX_AGE_S: '60' }],
    ['CDN_MAX_AGE_S is invalid', { CDN_MAX_AGE_S: '86401' }],
    ['CDN_MAX_AGE_S is invalid', { CDN_MAX_AGE_S: '1.5' }],
    ['CDN_PURGE_URL is invalid: use', { CDN_PURGE_URL: 'cdn.example.com/purge' }],
    ['PORT is invalid', { PORT: 'eighty' }],
    ['METRICS_PORT is invalid', { METRICS_PORT: '70000' }],
    ['PUBLIC_URL is invalid', { PUBLIC_URL: 'docs.example.com' }],
    ['ROLES is invalid', { ROLES: 'web,cook' }],
    ['LOG_LEVEL is invalid', { LOG_LEVEL: 'loud' }],
    ['DEFAULT_LANGUAGE is invalid', { DEFAULT_LANGUAGE: 'latin' }],
    ['SECRET_KEY is not set', { SECRET_KEY: '' }],
    ['SECRET_KEY is shorter than 32 bytes', { SECRET_KEY: 'short' }],
    ['SECRET_KEY is a sample', { SECRET_KEY: 'change-me-change-me-change-me-change-me' }],
    ['SECRET_KEY is a sample', { SECRET_KEY: 'abababababababababababababababababab' }],
  ])('reports an invalid variable: %s', (message, invalid) => {
    expect(() => readConfig({ ...minimal, ...invalid })).toThrow(message);
  });

  it.each([
    { DATABASE_URL: 'postgresql:///octavo?host=/run/postgresql' },
    { REDIS_URL: '/run/redis/redis.sock' },
    { TRUST_PROXY: '2' },
    { TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7' },
    { OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1, ::1, 169.254.0.0/16' },
    { PUBLIC_URL: 'http://docs' },
    { S3_BUCKET: 'docs', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' },
  ])('accepts common notations: %j', (variables) => {
    expect(() => readConfig({ ...minimal, ...variables })).not.toThrow();
  });

  it('reports all invalid variables at once', () => {
    const invalid = { PORT: 'eighty', LOG_LEVEL: 'loud' };
    expect(() => readConfig({ ...minimal, ...invalid })).toThrow(
      /PORT is invalid.*LOG_LEVEL is invalid/s,
    );
  });

  it.each([
    ['SHED_ABOVE', 'MAX_EVENT_LOOP_DELAY_MS', 'maxEventLoopDelayMs'],
    ['SHUTDOWN_DELAY', 'SHUTDOWN_DELAY_MS', 'shutdownDelayMs'],
    ['SHUTDOWN_PATIENCE', 'SHUTDOWN_TIMEOUT_MS', 'shutdownTimeoutMs'],
  ] as const)('still reads %s, with a warning that names %s', (oldName, newName, field) => {
    const config = readConfig({ ...minimal, [oldName]: '321' });
    expect(config[field]).toBe(321);
    expect(config.warnings).toEqual([`${oldName} is now called ${newName}`]);
    expect(readConfig({ ...minimal, [oldName]: '321', [newName]: '7' })[field]).toBe(7);
    expect(readConfig({ ...minimal, [newName]: '7' }).warnings).toEqual([]);
  });

  it('treats an empty variable as unset', () => {
    const empty = { PORT: '', METRICS_PORT: '', PUBLIC_URL: '', REDIS_URL: '', ROLES: '' };
    expect(readConfig({ ...minimal, ...empty })).toEqual(readConfig(minimal));
    expect(readConfig({ ...minimal, ...empty })).toMatchObject({
      port: 3000,
      metricsPort: undefined,
      redisUrl: undefined,
      migrateUrl: DATABASE_URL,
      roles: new Set(['web', 'worker']),
    });
  });

  it('reads the CDN, which is off without CDN_MAX_AGE_S', () => {
    const CDN_PURGE_URL = 'http://varnish:6081/purge';
    expect(readConfig({ ...minimal, CDN_PURGE_URL }).cdn).toBeUndefined();
    expect(readConfig({ ...minimal, CDN_PURGE_URL, CDN_MAX_AGE_S: '600' }).cdn).toEqual({
      maxAgeS: 600,
      purgeUrl: new URL(CDN_PURGE_URL),
      purgeToken: undefined,
    });
  });

  it('reads the roles of a process', () => {
    expect(readConfig({ ...minimal, ROLES: ' worker ' }).roles).toEqual(new Set(['worker']));
  });
});
