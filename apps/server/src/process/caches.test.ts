import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeItem, probePage } from '../testing/cache-probe.ts';
import {
  changes,
  CLOSED,
  closeOrOpenAccount,
  closeOrOpenSite,
  makeItem,
  removeMemberInSilence,
} from '../testing/cache-world.ts';
import type { Item, Reader, World } from '../testing/cache-world.ts';
import { ADMIN, openInstallation } from '../testing/spawn.ts';
import type { Installation, RunningServer } from '../testing/spawn.ts';
import { Timeline } from '../testing/timeline.ts';

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
function dice(seed: number): () => number {
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
  await browser.must(servers[0]!, calls.user.login, { username: name, password: ADMIN.password });
  return { name, browser, isEnabled: new Timeline(true), needsLogin };
}

async function makeWorld(roll: () => number): Promise<World> {
  const pick = <T>(from: Iterable<T>): T | undefined => {
    const all = [...from];
    return all[Math.floor(roll() * all.length)];
  };
  const needsLogin = new Timeline(false);
  const owner = await makeReader('owner', needsLogin);
  const readers: Reader[] = [];
  for (const name of ['ann', 'bo', 'chen']) readers.push(await makeReader(name, needsLogin));
  const closed = await makeReader(CLOSED, needsLogin);
  const at = () => pick(servers)!;
  return { owner: owner.browser, readers, closed, needsLogin, database: site.database, at, pick };
}

/** Failures and recoveries of Redis, by the number of the change (modulo 100) at which they happen. */
const faults: Readonly<Record<number, () => Promise<void> | void>> = {
  15: () => site.redis.kill(),
  35: () => site.redis.start(),
  50: () => site.redis.freeze(),
  65: () => site.redis.thaw(),
  80: () => site.redis.flush(),
};

it(
  `serves no data that was replaced more than a second ago, in ${CHANGES} changes on two processes`,
  { timeout: CHANGES * 1000 + 300_000 },
  async () => {
    const roll = dice(SEED);
    const world = await makeWorld(roll);
    const { needsLogin } = world;
    const browser = site.newBrowser();
    const visitor = { name: 'a visitor', browser, isEnabled: new Timeline(false), needsLogin };
    const everybody = [...world.readers, world.closed];
    const items: Item[] = [];
    for (let count = 0; count < ITEMS; count += 1) items.push(await makeItem(world));
    // Stays public, so that only the site's setting decides whether a visitor can read it.
    const openItem = await makeItem(world, true);
    const wrong: string[] = [];
    let made = 0;
    let probes = 0;
    let lastFault: Promise<unknown> = Promise.resolve();

    const isGoingOn = () => made < CHANGES && wrong.length === 0;
    const note = (found: string | undefined) => {
      probes += 1;
      if (found !== undefined) wrong.push(found);
    };
    const probe = async (at: RunningServer, item: Item, reader: Reader) => {
      const pages = [...item.facts.now.pages.keys(), ...item.facts.now.bin.keys()];
      const pageId = world.pick(pages);
      if (pageId === undefined || roll() < 0.5) note(await probeItem(at, item, reader));
      else note(await probePage(at, item, reader, pageId));
    };

    /** Changes of one item run one after another, so that the model knows their order. */
    async function changeItem(item: Item): Promise<void> {
      while (isGoingOn()) {
        const change = world.pick(changes)!;
        await item.facts.change(async () => (await change(world, item)) ?? item.facts.now);
        made += 1;
        const fault = faults[made % 100];
        if (fault) lastFault = lastFault.then(fault);
        // Now and then the test waits until no cache entry may be stale, and then checks all readers.
        if (change === removeMemberInSilence || roll() < 0.05) {
          await sleep(1001);
          for (const at of servers) for (const reader of everybody) await probe(at, item, reader);
        }
      }
    }

    async function changeAccounts(): Promise<void> {
      while (isGoingOn()) {
        await closeOrOpenAccount(world);
        // Longer than any cache entry may live, otherwise both states would be valid.
        await sleep(2500);
      }
    }

    async function changeSite(): Promise<void> {
      while (isGoingOn()) {
        await closeOrOpenSite(world);
        await sleep(2500);
      }
    }

    async function keepVisiting(): Promise<void> {
      while (isGoingOn()) note(await probeItem(world.at(), openItem, visitor));
    }

    async function keepAsking(): Promise<void> {
      while (isGoingOn()) await probe(world.at(), world.pick(items)!, world.pick(everybody)!);
    }

    await Promise.all([
      ...items.map(changeItem),
      changeAccounts(),
      changeSite(),
      keepVisiting(),
      ...Array.from({ length: PROBERS }, keepAsking),
    ]).catch((cause: unknown) => {
      const states = servers.map(({ program }) =>
        program.isRunning() ? 'runs' : `ended: ${program.stderr().slice(-2000)}`,
      );
      throw new Error(`after ${made} changes a process ${states.join(', the other ')}`, { cause });
    });
    await lastFault;
    console.log(`seed ${SEED}: ${made} changes, ${probes} answers looked at`);
    expect(wrong).toEqual([]);
  },
);
