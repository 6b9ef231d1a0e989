import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const SECRET_KEY = 'c2f1b0a98d7e6f5a4b3c2d1e0f9a8b7c';
const DATABASE_URL = 'postgres://octavo@127.0.0.1/octavo';
const least = { NODE_ENV: 'production', DATABASE_URL, SECRET_KEY };

describe('the environment', () => {
  it.each([
    ['DATABASE_URL is not set', { DATABASE_URL: '' }],
    ['PORT is wrong', { PORT: 'eighty' }],
    ['METRICS_PORT is wrong', { METRICS_PORT: '70000' }],
    ['PUBLIC_URL is wrong', { PUBLIC_URL: 'docs.example.com' }],
    ['ROLES is wrong', { ROLES: 'web,cook' }],
    ['LOG_LEVEL is wrong', { LOG_LEVEL: 'loud' }],
    ['DEFAULT_LANGUAGE is wrong', { DEFAULT_LANGUAGE: 'latin' }],
    ['SECRET_KEY is not set', { SECRET_KEY: '' }],
    ['SECRET_KEY is shorter than 32 bytes', { SECRET_KEY: 'short' }],
    ['SECRET_KEY is a sample', { SECRET_KEY: 'change-me-change-me-change-me-change-me' }],
    ['SECRET_KEY is a sample', { SECRET_KEY: 'abababababababababababababababababab' }],
  ])('that is wrong is named: %s', (sentence, wrong) => {
    expect(() => readConfig({ ...least, ...wrong })).toThrow(sentence);
  });

  it('with several faults names them all', () => {
    const wrong = { PORT: 'eighty', LOG_LEVEL: 'loud' };
    expect(() => readConfig({ ...least, ...wrong })).toThrow(/PORT is wrong.*LOG_LEVEL is wrong/s);
  });

  it('counts an empty variable as an absent one', () => {
    const empty = { PORT: '', METRICS_PORT: '', PUBLIC_URL: '', REDIS_URL: '', ROLES: '' };
    expect(readConfig({ ...least, ...empty })).toEqual(readConfig(least));
    expect(readConfig({ ...least, ...empty })).toMatchObject({
      port: 3000,
      metricsPort: undefined,
      redisUrl: undefined,
      migrateUrl: DATABASE_URL,
      roles: new Set(['web', 'worker']),
    });
  });

  it('tells a worker from a web process', () => {
    expect(readConfig({ ...least, ROLES: ' worker ' }).roles).toEqual(new Set(['worker']));
  });
});
