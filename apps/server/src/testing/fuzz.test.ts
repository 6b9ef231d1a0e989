import { randomInt } from 'node:crypto';
import type { Call } from '@octavo/contract/define-call';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SiteSettings } from '../modules/setting/setting.ts';
import { publishSettings } from '../modules/setting/settings.ts';
import type { TestClient } from './client.ts';
import { fuzzedBody } from './fuzzed-body.ts';
import type { Fields, FuzzedBody } from './fuzzed-body.ts';
import { everyCall, isAnswered } from './good-requests.ts';
import { openTestSite } from './site.ts';
import type { TestSite } from './site.ts';

/** 50 bodies a call on each commit, 2,000 at night. A seed from a failure repeats its run. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 50);
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const MOST_MS = 2000;
const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

let site: TestSite;
let settings: SiteSettings;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  settings = await site.deps.repos.settings.load();
});
// What one call sets must not meet another: files would go to a server that is not there.
afterEach(async () => {
  await site.deps.repos.settings.save(settings);
  publishSettings(site.deps.bus);
});
afterAll(() => site.close());

function send(client: TestClient, call: Call, { encoding }: FuzzedBody, text: string) {
  if (call.method !== 'GET') {
    const headers = { 'content-type': TYPES[encoding] };
    return client.request({ method: 'POST', url: call.path, payload: text, headers });
  }
  // An address has no place for megabytes, nor for signs that no client can send in one.
  const query = text
    .slice(0, 8000)
    .toWellFormed()
    .replaceAll(/[^!-~]|#/gu, encodeURIComponent);
  return client.request({ method: 'GET', url: `${call.path}?${query}` });
}

type Answer = Awaited<ReturnType<typeof send>>;

/** What is wrong with an answer, or nothing. */
function faultOf(call: Call, { statusCode, headers, body }: Answer): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body}`;
  const type = String(headers['content-type']);
  const isSent = statusCode === 200 || statusCode === 303;
  if ('file' in call.response && isSent && type.startsWith(call.response.file)) return undefined;
  if (!type.startsWith('application/json')) return `answered ${type}`;
  const envelope = JSON.parse(body) as Fields;
  const { beside = [] } = call;
  const names = Object.keys(envelope).join();
  // A body that cannot be read is refused before the call is known.
  const whole = ['error_code', 'error_message', 'data', 'success', ...beside, 'message'].join();
  const fits =
    (names === 'error_code,error_message,data' || (call.beside && names === whole)) &&
    typeof envelope['error_code'] === 'number' &&
    typeof envelope['error_message'] === 'string' &&
    (envelope['error_code'] === 0) === (envelope['error_message'] === '');
  return fits ? undefined : `not the envelope: ${body}`;
}

/** The doors before a handler: fields, login, code, password, limit. */
const AT_THE_DOOR = /not complete or not valid|"error_code":(10102|10206|10208|10210|10602|10603),/;

describe('Z1 a fuzzed body', () => {
  it.each(everyCall)(
    'is answered in the envelope, and soon, by $name',
    { timeout: 30_000 + RUNS * 1000 },
    async ({ call, prepare }) => {
      let { client, input } = await prepare(site);
      const seen = { valid: 0, reached: 0 };
      const property = fc.asyncProperty(fuzzedBody(call), async (fuzzed) => {
        const text = fuzzed.text(input);
        const timed = async () => {
          const begun = performance.now();
          const answer = await send(client, call, fuzzed, text);
          return { answer, ms: performance.now() - begun };
        };
        const { answer, ms: first } = await timed();
        // A thread that starts, or a busy machine, is slow once; a body that costs is slow always.
        const ms = first < MOST_MS ? first : (await timed()).ms;
        const reached = !AT_THE_DOOR.test(answer.body);
        const isSpent =
          (reached && !isAnswered(call, answer.body)) || answer.body.includes('10206');
        if (isSpent) ({ client, input } = await prepare(site));
        if (fuzzed.kind === 'valid') {
          seen.valid += 1;
          if (reached) seen.reached += 1;
        }
        const fault = faultOf(call, answer) ?? (ms < MOST_MS ? undefined : `took ${ms} ms`);
        if (fault) throw new Error(`${fault}\n${fuzzed.encoding}: ${text.slice(0, 500)}`);
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
      expect(seen.valid).toBeGreaterThan(RUNS / 10);
      // Nearly all of most calls; of settings of a server those that name one.
      expect(seen.reached / seen.valid).toBeGreaterThan(0.2);
    },
  );

  it('leaves no fault in the log', () => {
    expect(site.logLines.filter((line) => line.includes('unexpected fault'))).toEqual([]);
  });
});
