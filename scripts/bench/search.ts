import { SEARCH_PAGE_SIZE } from '@octavo/contract/limits';
import pg from 'pg';
import { median, roundTo3Digits } from './compare.ts';
import { cpuDuring } from './cpu.ts';
import type { BenchEnvironment } from './environment.ts';
import { SEARCH_WORDS } from './fill-items.ts';
import type { FilledItem } from './fill-items.ts';

/** A search in an item beside a plain scan of the same texts, in milliseconds. */
export interface SearchRow {
  readonly word: string;
  readonly pages: number;
  /** Number of pages that contain the word. */
  readonly hits: number;
  readonly scan: number;
  /** One page of results, as the reader loads them. */
  readonly user: number;
  readonly visitor: number;
  /** The slower one of both relative to the scan, by time and by CPU time. */
  readonly byTime: number;
  readonly byCpu: number;
  readonly p99: number;
  /** All results, as a script loads them, relative to the scan. */
  readonly allByTime: number;
  readonly allByCpu: number;
}

const ROUNDS = 6;
const REQUESTS_PER_ROUND = 10;
const SCAN = {
  name: 'scan',
  text: 'select count(*)::int as hits from page_search where item_id = $1 and strpos(body_lc, $2) > 0',
};

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;

/** Sends requests one after the other; returns the time of each and the CPU time of all processes per request. */
async function measureRound(
  { stack, engines }: Pick<BenchEnvironment, 'stack' | 'engines'>,
  request: () => Promise<unknown>,
) {
  const times: number[] = [];
  const pids = async () => [stack.pid, ...(await engines())];
  const { cpu } = await cpuDuring(pids, async () => {
    for (let number = 0; number < REQUESTS_PER_ROUND; number += 1) {
      const start = performance.now();
      await request();
      times.push(performance.now() - start);
    }
  });
  const used = [...cpu.values()].reduce((sum, time) => sum + time, 0);
  return { times, cpu: used / 1000 / REQUESTS_PER_ROUND };
}

/**
 * Measures searches at one connection, as one reader feels them. The scan, a user and a visitor alternate, so that
 * other load affects all of them. The whole call is compared with a scan that reads every text once and returns only a
 * number.
 */
export async function measureSearch(
  { stack, headers, databaseUrl, engines }: BenchEnvironment,
  items: readonly FilledItem[],
): Promise<SearchRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const search = async (body: object, sent: Record<string, string>) => {
    const answer = await fetch(`${stack.url}/api/item/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify(body),
    });
    const { error_code } = (await answer.json()) as { error_code: number };
    if (error_code !== 0) throw new Error(`item/search returned ${error_code}`);
  };
  const rows: SearchRow[] = [];
  for (const { item_id, count } of items)
    for (const keyword of SEARCH_WORDS.flatMap(({ words }) => words)) {
      const scan = () => client.query<{ hits: number }>({ ...SCAN, values: [item_id, keyword] });
      const targets = [
        scan,
        () => search({ item_id, keyword, count: SEARCH_PAGE_SIZE }, headers),
        () => search({ item_id, keyword, count: SEARCH_PAGE_SIZE }, {}),
        () => search({ item_id, keyword }, headers),
      ];
      for (const request of targets) await measureRound({ stack, engines }, request);
      const rounds = targets.map((): Awaited<ReturnType<typeof measureRound>>[] => []);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [at, request] of targets.entries())
          rounds[at]?.push(await measureRound({ stack, engines }, request));
      const times = rounds.map((each) => each.flatMap((round) => round.times));
      const [scanTime = 0, user = 0, visitor = 0, all = 0] = times.map((each) =>
        roundTo3Digits(median(each)),
      );
      const [scanCpu = 0, userCpu = 0, visitorCpu = 0, allCpu = 0] = rounds.map((each) =>
        median(each.map(({ cpu }) => cpu)),
      );
      rows.push({
        word: keyword,
        pages: count,
        hits: (await scan()).rows[0]?.hits ?? 0,
        scan: scanTime,
        user,
        visitor,
        byTime: roundTo3Digits(Math.max(user, visitor) / scanTime),
        byCpu: roundTo3Digits(Math.max(userCpu, visitorCpu) / scanCpu),
        p99: roundTo3Digits(percentile(times.slice(1, 3).flat(), 0.99)),
        allByTime: roundTo3Digits(all / scanTime),
        allByCpu: roundTo3Digits(allCpu / scanCpu),
      });
    }
  await client.end();
  return rows;
}
