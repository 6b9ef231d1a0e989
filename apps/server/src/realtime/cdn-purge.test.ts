import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPurgeReceiver } from '../../tests/helpers/purge-receiver.ts';
import { startTcpProxy } from '../../tests/helpers/tcp-proxy.ts';
import { memoryBus } from './bus.ts';
import { createCdnPurge, itemTag, pageTag, SITE_TAG, withCdnPurge } from './cdn-purge.ts';
import type { CdnPurge } from './cdn-purge.ts';

const TOKEN = 'planted-purge-token';

let receiver: Awaited<ReturnType<typeof startPurgeReceiver>>;
let counts: { sent: number; failed: number };
let logLines: string[];
const opened: CdnPurge[] = [];
beforeEach(async () => {
  receiver = await startPurgeReceiver();
  counts = { sent: 0, failed: 0 };
  logLines = [];
});
afterEach(async () => {
  receiver.status = 204;
  for (const purge of opened.splice(0)) await purge.close();
  receiver.close();
});

function openPurge(purgeUrl = receiver.url, closeTimeoutMs = 60_000): CdnPurge {
  const write = (...line: unknown[]) => void logLines.push(JSON.stringify(line));
  const parts = {
    cdn: { maxAgeS: 600, purgeUrl: new URL(purgeUrl), purgeToken: TOKEN },
    log: { warn: write, info: write },
    count: (result: keyof typeof counts) => void (counts[result] += 1),
  };
  const limits = { repeatMs: 300, minRetryMs: 50, maxRetryMs: 500, closeTimeoutMs };
  const purge = createCdnPurge(parts, limits);
  opened.push(purge);
  return purge;
}

describe('the purge of a CDN', () => {
  it('sends the tags of a change in one request, as JSON and as a header, and a second time', async () => {
    const purge = openPurge();
    for (const tag of [itemTag(12), pageTag(345), itemTag(12)]) purge.add(tag);
    for (const tag of ['item-12', 'page-345'])
      await expect.poll(() => receiver.countOf(tag)).toBe(2);
    expect(receiver.purges[0]?.tags).toEqual(['item-12', 'page-345']);
    expect(receiver.purges[0]?.headers).toMatchObject({
      'cache-tag': 'item-12,page-345',
      'content-type': 'application/json',
      authorization: `Bearer ${TOKEN}`,
    });
    await purge.close();
    for (const tag of ['item-12', 'page-345']) expect(receiver.countOf(tag)).toBe(2);
    expect(counts).toEqual({ sent: receiver.purges.length, failed: 0 });
    expect(logLines).toEqual([]);
  });

  it.each([500, 429, 403, 302])('is repeated after status %i, with one warning', async (status) => {
    receiver.status = status;
    const purge = openPurge();
    purge.add(pageTag(1));
    await expect.poll(() => counts.failed).toBeGreaterThan(1);
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).toContain('purging the CDN failed, will retry');
    receiver.status = 204;
    await expect.poll(() => receiver.countOf(pageTag(1))).toBeGreaterThan(0);
    expect(logLines.join()).not.toContain(TOKEN);
  });

  it('is repeated when the CDN was not reachable', async () => {
    const proxy = await startTcpProxy(receiver.url);
    await proxy.cut();
    const purge = openPurge(proxy.url);
    purge.add(pageTag(1));
    await expect.poll(() => counts.failed).toBeGreaterThan(0);
    purge.add(pageTag(2));
    await proxy.restore();
    for (const tag of [pageTag(1), pageTag(2)])
      await expect.poll(() => receiver.countOf(tag)).toBeGreaterThan(0);
    await purge.close();
    await proxy.close();
    expect(logLines.join()).not.toContain(TOKEN);
  });

  it('removes the whole site instead of very many tags', async () => {
    const purge = openPurge();
    for (let id = 1; id <= 1000; id += 1) purge.add(pageTag(id));
    await expect.poll(() => receiver.countOf(SITE_TAG)).toBeGreaterThan(0);
    for (const { headers } of receiver.purges)
      expect(String(headers['cache-tag']).length).toBeLessThan(8000);
  });

  it('sends what is left when it closes, and gives up if it cannot', async () => {
    const purge = openPurge();
    purge.add(pageTag(1));
    await purge.close();
    expect(receiver.countOf(pageTag(1))).toBe(2);
    receiver.status = 500;
    const failing = openPurge(receiver.url, 500);
    failing.add(pageTag(2));
    await failing.close();
    expect(logLines.at(-1)).toContain('the CDN was not purged of the last changes');
  });
});

describe('a bus with a CDN', () => {
  it('purges what it publishes, and not what concerns no document', () => {
    const tags: string[] = [];
    const received: (string | undefined)[] = [];
    const bus = withCdnPurge(memoryBus(), { add: (tag) => tags.push(tag) });
    bus.subscribe('item', (key) => received.push(key));
    bus.publish('item', '12');
    bus.publish('page', '345');
    bus.publish('setting', '0');
    bus.publish('account', '1');
    bus.publish('notice', '1');
    expect(tags).toEqual(['item-12', 'page-345', 'octavo']);
    expect(received).toEqual(['12']);
  });
});
