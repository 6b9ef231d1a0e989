import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SiteSettings } from '../../src/modules/setting/setting.ts';
import { publishSettingsChange } from '../../src/modules/setting/settings.ts';
import type { TestClient } from '../helpers/client.ts';
import { cpuTime } from '../helpers/cpu-time.ts';
import { fuzzedBody } from '../helpers/fuzzed-body.ts';
import type { Fields, FuzzedBody } from '../helpers/fuzzed-body.ts';
import { allCalls, isSuccessfulQuery } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

/** 8 bodies per call in CI, 2,000 in the nightly run. */
const RUNS_PER_CALL = Number(process.env['FUZZ_RUNS'] ?? 8);
const MAX_CPU_MS = 2000;
const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

let site: TestSite;
let settings: SiteSettings;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  settings = await settingRepository(site.deps.db).load();
});
// Settings saved by one call must not affect another: files would go to a server that does not exist.
afterEach(async () => {
  await settingRepository(site.deps.db).save(settings);
  publishSettingsChange(site.deps.bus);
});
afterAll(() => site.close());

function send(client: TestClient, call: Call, { encoding }: FuzzedBody, text: string) {
  if (call.method !== 'GET') {
    const headers = { 'content-type': TYPES[encoding] };
    return client.request({ method: 'POST', url: call.path, payload: text, headers });
  }
  // A URL cannot hold megabytes, nor characters that no client can send in it.
  const query = text
    .slice(0, 8000)
    .toWellFormed()
    .replaceAll(/[^!-~]|#/gu, encodeURIComponent);
  return client.request({ method: 'GET', url: `${call.path}?${query}` });
}

type FuzzResponse = Awaited<ReturnType<typeof send>>;

/** Returns a description of what is wrong with the response, or undefined. */
function findProblem(call: Call, { statusCode, headers, body }: FuzzResponse): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body}`;
  const type = String(headers['content-type']);
  const isSuccess = statusCode === 200 || statusCode === 303;
  if ('file' in call.response && isSuccess && type.startsWith(call.response.file)) return undefined;
  if (!type.startsWith('application/json')) return `answered ${type}`;
  const envelope = JSON.parse(body) as Fields;
  // An OpenID provider gets the error of its protocol.
  if (call === calls.extLogin.backchannelLogout && statusCode === 400 && 'error' in envelope)
    return undefined;
  const { topLevelFields = [] } = call;
  const names = Object.keys(envelope).join();
  // A body that cannot be parsed is rejected before the call is determined.
  const uploadEnvelope = [
    'error_code',
    'error_message',
    'data',
    'success',
    ...topLevelFields,
    'message',
  ].join();
  const isValid =
    (names === 'error_code,error_message,data' ||
      (call.topLevelFields && names === uploadEnvelope)) &&
    typeof envelope['error_code'] === 'number' &&
    typeof envelope['error_message'] === 'string' &&
    (envelope['error_code'] === 0) === (envelope['error_message'] === '');
  return isValid ? undefined : `not the envelope: ${body}`;
}

/** Error codes of the checks before a handler: input validation, login, captcha, password, rate limit. */
const GUARD_ERRORS = /incomplete or invalid|"error_code":(10102|10206|10208|10210|10602|10603),/;

describe('a fuzzed body', () => {
  it.each(allCalls)(
    'is answered in the envelope, and cheaply, by $name',
    { timeout: 300_000 + RUNS_PER_CALL * 1000 },
    async ({ call, prepare }) => {
      let { client, input } = await prepare(site);
      const seen = { valid: 0, reached: 0 };
      const property = fc.asyncProperty(fuzzedBody(call), async (fuzzed) => {
        const text = fuzzed.text(input);
        let answer!: FuzzResponse;
        const first = await cpuTime(async () => {
          answer = await send(client, call, fuzzed, text);
        });
        // Starting a thread costs CPU time once; a hostile body costs it every time.
        const again = () => cpuTime(() => send(client, call, fuzzed, text));
        const ms = first < MAX_CPU_MS ? first : await again();
        const reached = !GUARD_ERRORS.test(answer.body);
        const isUsedUp =
          (reached && !isSuccessfulQuery(call, answer.body)) || answer.body.includes('10206');
        if (isUsedUp) ({ client, input } = await prepare(site));
        if (fuzzed.kind === 'valid') {
          seen.valid += 1;
          if (reached) seen.reached += 1;
        }
        const problem =
          findProblem(call, answer) ?? (ms < MAX_CPU_MS ? undefined : `cost ${ms} ms`);
        if (problem) throw new Error(`${problem}\n${fuzzed.encoding}: ${text.slice(0, 500)}`);
      });
      await fc.assert(property, { numRuns: RUNS_PER_CALL, endOnFailure: true });
      expect(seen.valid).toBeGreaterThan(RUNS_PER_CALL / 10);
      // Nearly all valid bodies reach the handler; for server settings only those that name a server.
      expect(seen.reached / seen.valid).toBeGreaterThan(0.2);
    },
  );

  it('logs no unexpected error', () => {
    expect(site.logLines.filter((line) => line.includes('unexpected error'))).toEqual([]);
  });
});
