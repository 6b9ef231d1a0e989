import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeItem, probePage } from '../helpers/cache-probe.ts';
import {
  changes,
  DISABLED_USERNAME,
  toggleAccount,
  toggleLoginRequired,
  makeItem,
  removeMemberInDatabase,
} from '../helpers/cache-model.ts';
import type { Item, Reader, CacheModel } from '../helpers/cache-model.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { Timeline } from '../helpers/timeline.ts';

/** `npm run nightly caches` runs 10,000. */
const CHANGES = Number(process.env['CACHE_CHANGES'] ?? 200);
const SEED = Number(process.env['SEED'] ?? 1);
const ITEMS = 3;
const PROBERS = 4;

let site: Installation;
let servers: readonly RunningServer[];
beforeAll(async () => {
  site = await openInstallation();
  servers = await Promise.all([site.start(), site.start()]);
});
afterAll(() => site.close());

/** Returns the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function makeReader(name: string, needsLogin: Timeline<boolean>): Promise<Reader> {
  await site.database.query(
    `insert into "user" (username, username_key, password_hash)
     select $1, $1, password_hash from "user" where username = $2`,
    [name, ADMIN.username],
  );
  const browser = site.newBrowser();
  await browser.callOk(servers[0]!, calls.user.login, { username: name, password: ADMIN.password });
  return { name, browser, isEnabled: new Timeline(true), needsLogin };
}

async function makeModel(random: () => number): Promise<CacheModel> {
  const pick = <T>(from: Iterable<T>): T | undefined => {
    const all = [...from];
    return all[Math.floor(random() * all.length)];
  };
  const needsLogin = new Timeline(false);
  const owner = await makeReader('owner', needsLogin);
  const readers: Reader[] = [];
  for (const name of ['ann', 'bo', 'chen']) readers.push(await makeReader(name, needsLogin));
  const closed = await makeReader(DISABLED_USERNAME, needsLogin);
  const at = () => pick(servers)!;
  return {
    owner: owner.browser,
    readers,
    disabledReader: closed,
    needsLogin,
    database: site.database,
    pickServer: at,
    pick,
  };
}

/** Failures and recoveries of Redis, by the number of the change (modulo 100) at which they happen. */
const redisEvents: Readonly<Record<number, () => Promise<void> | void>> = {
  15: () => site.redis.kill(),
  35: () => site.redis.start(),
  50: () => site.redis.pause(),
  65: () => site.redis.resume(),
  80: () => site.redis.flush(),
};

it(
  `serves no data that was replaced more than a second ago, in ${CHANGES} changes on two processes`,
  { timeout: CHANGES * 1000 + 300_000 },
  async () => {
    const random = seededRandom(SEED);
    const model = await makeModel(random);
    const { needsLogin } = model;
    const browser = site.newBrowser();
    const visitor = { name: 'a visitor', browser, isEnabled: new Timeline(false), needsLogin };
    const allReaders = [...model.readers, model.disabledReader];
    const items: Item[] = [];
    for (let count = 0; count < ITEMS; count += 1) items.push(await makeItem(model));
    // Stays public, so that only the site's setting decides whether a visitor can read it.
    const publicItem = await makeItem(model, true);
    const mismatches: string[] = [];
    let changeCount = 0;
    let probes = 0;
    let lastRedisEvent: Promise<unknown> = Promise.resolve();

    const isRunning = () => changeCount < CHANGES && mismatches.length === 0;
    const recordResult = (found: string | undefined) => {
      probes += 1;
      if (found !== undefined) mismatches.push(found);
    };
    const probe = async (at: RunningServer, item: Item, reader: Reader) => {
      const pages = [...item.state.now.pages.keys(), ...item.state.now.bin.keys()];
      const pageId = model.pick(pages);
      if (pageId === undefined || random() < 0.5) recordResult(await probeItem(at, item, reader));
      else recordResult(await probePage(at, item, reader, pageId));
    };

    /** Changes of one item run one after another, so that the model knows their order. */
    async function changeItem(item: Item): Promise<void> {
      while (isRunning()) {
        const change = model.pick(changes)!;
        await item.state.change(async () => (await change(model, item)) ?? item.state.now);
        changeCount += 1;
        const redisEvent = redisEvents[changeCount % 100];
        if (redisEvent) lastRedisEvent = lastRedisEvent.then(redisEvent);
        // Now and then the test waits until no cache entry may be stale, and then checks all readers.
        if (change === removeMemberInDatabase || random() < 0.05) {
          await sleep(1001);
          for (const at of servers) for (const reader of allReaders) await probe(at, item, reader);
        }
      }
    }

    async function toggleAccountRepeatedly(): Promise<void> {
      while (isRunning()) {
        await toggleAccount(model);
        // Longer than any cache entry may live, otherwise both states would be valid.
        await sleep(2500);
      }
    }

    async function toggleSiteRepeatedly(): Promise<void> {
      while (isRunning()) {
        await toggleLoginRequired(model);
        await sleep(2500);
      }
    }

    async function probeAsVisitor(): Promise<void> {
      while (isRunning()) recordResult(await probeItem(model.pickServer(), publicItem, visitor));
    }

    async function probeContinuously(): Promise<void> {
      while (isRunning())
        await probe(model.pickServer(), model.pick(items)!, model.pick(allReaders)!);
    }

    await Promise.all([
      ...items.map(changeItem),
      toggleAccountRepeatedly(),
      toggleSiteRepeatedly(),
      probeAsVisitor(),
      ...Array.from({ length: PROBERS }, probeContinuously),
    ]).catch((cause: unknown) => {
      const states = servers.map(({ program }) =>
        program.isRunning() ? 'runs' : `ended: ${program.stderr().slice(-2000)}`,
      );
      throw new Error(`after ${changeCount} changes a process ${states.join(', the other ')}`, {
        cause,
      });
    });
    await lastRedisEvent;
    console.log(`seed ${SEED}: ${changeCount} changes, ${probes} answers looked at`);
    expect(mismatches).toEqual([]);
  },
);
