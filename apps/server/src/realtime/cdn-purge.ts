import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Bus, Topic } from './bus.ts';
import { CACHE_TTL_MS } from './loading-cache.ts';

type Cdn = NonNullable<Config['cdn']>;

/** Removes documents from a CDN by their tags. */
export interface CdnPurge {
  add(tag: string): void;
  /** Sends what is left, for a limited time. */
  close(): Promise<void>;
}

/** The tag of all documents. */
export const SITE_TAG = 'octavo';
export const itemTag = (itemId: number | string) => `item-${itemId}`;
export const pageTag = (pageId: number | string) => `page-${pageId}`;

/** A document that takes longer from request to response is not stored by the CDN. */
export const MAX_DOCUMENT_MS = 1000;
/** Collects the messages of one change, for example of an import, into one request. */
const COLLECT_MS = 100;
const TIMEOUT_MS = 5000;
const LIMITS = {
  /**
   * A document that was made before the change can still arrive at the CDN after the first purge: another process may
   * use cached rows, take its time to respond, and the network takes some too.
   */
  repeatMs: CACHE_TTL_MS + MAX_DOCUMENT_MS + 1000,
  minRetryMs: 1000,
  maxRetryMs: 30_000,
  closeTimeoutMs: 10_000,
};
/** Limits the memory and the length of the header; proxies accept 8 KB. */
const MAX_TAGS = 200;

function sendPurge({ purgeUrl, purgeToken }: Cdn, tags: readonly string[]): Promise<void> {
  const body = JSON.stringify({ tags });
  const send = purgeUrl.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'user-agent': 'octavo',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // For caches that cannot read JSON, such as Varnish.
      'cache-tag': tags.join(','),
      ...(purgeToken !== undefined && { authorization: `Bearer ${purgeToken}` }),
    },
  };
  return new Promise((resolve, reject) => {
    const request = send(purgeUrl, options, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) resolve();
      else reject(new Error(`the CDN responded with status ${status}`));
    });
    request.once('error', reject);
    request.end(body);
  });
}

interface Change {
  /** When the tag was added, by the clock of `performance.now`. */
  readonly time: number;
  readonly dueTime: number;
  readonly isRepeat: boolean;
}

interface PurgeParts {
  readonly cdn: Cdn;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  count(result: 'sent' | 'failed'): void;
}

/**
 * Sends the tags of changed documents to the CDN at once and a second time after `repeatMs`. A failed request is
 * repeated until the CDN has no copy left by itself.
 */
export function createCdnPurge({ cdn, log, count }: PurgeParts, limits = LIMITS): CdnPurge {
  const { repeatMs, minRetryMs, maxRetryMs, closeTimeoutMs } = limits;
  const changes = new Map<string, Change>();
  const closing = new AbortController();
  const lifetimeMs = cdn.maxAgeS * 1000 + repeatMs;
  let running: Promise<void> | undefined;
  let failures = 0;

  const pause = (milliseconds: number) =>
    closing.signal.aborted
      ? sleep(Math.min(milliseconds, minRetryMs))
      : sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => {});

  async function trySend(due: readonly (readonly [string, Change])[]): Promise<boolean> {
    try {
      await sendPurge(
        cdn,
        due.map(([tag]) => tag),
      );
      count('sent');
      if (failures > 0) log.info('the CDN accepts purges again');
      failures = 0;
      return true;
    } catch (error) {
      count('failed');
      if (failures === 0) log.warn({ err: error }, 'purging the CDN failed, will retry');
      failures += 1;
      return false;
    }
  }

  function scheduleRepeat(tag: string, change: Change): void {
    // Changed again while the request was sent.
    if (changes.get(tag) !== change) return;
    if (change.isRepeat) changes.delete(tag);
    else changes.set(tag, { ...change, dueTime: change.time + repeatMs, isRepeat: true });
  }

  async function run(): Promise<void> {
    while (changes.size > 0) {
      await pause(
        failures === 0 ? COLLECT_MS : Math.min(minRetryMs * 2 ** (failures - 1), maxRetryMs),
      );
      const now = performance.now();
      for (const [tag, { time }] of changes) if (now > time + lifetimeMs) changes.delete(tag);
      const due = [...changes].filter(([, { dueTime }]) => dueTime <= now);
      if (due.length > 0 && (await trySend(due)))
        for (const [tag, change] of due) scheduleRepeat(tag, change);
    }
    running = undefined;
    failures = 0;
  }

  return {
    add(tag) {
      const time = performance.now();
      const change = { time, dueTime: time, isRepeat: false };
      changes.set(tag, change);
      if (changes.size > MAX_TAGS) {
        changes.clear();
        changes.set(SITE_TAG, change);
      }
      running ??= run();
    },
    async close() {
      closing.abort();
      await withTimeout(closeTimeoutMs, running ?? Promise.resolve()).catch(() =>
        log.warn({ tags: changes.size }, 'the CDN was not purged of the last changes'),
      );
      // Ends `run` if it is still retrying.
      changes.clear();
    },
  };
}

/** The tag of the documents that a message of this topic invalidates. */
const tagsByTopic: Partial<Record<Topic, (key: string) => string>> = {
  item: itemTag,
  page: pageTag,
  setting: () => SITE_TAG,
};

/** Purges the CDN of what this process publishes. Messages of other processes are purged by them. */
export function withCdnPurge(bus: Bus, purge: Pick<CdnPurge, 'add'> | undefined): Bus {
  if (!purge) return bus;
  return {
    ...bus,
    publish(topic, key) {
      bus.publish(topic, key);
      const tag = tagsByTopic[topic]?.(key);
      if (tag !== undefined) purge.add(tag);
    },
  };
}
