import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { eventLoopBlocker } from '../helpers/event-loop-blocker.ts';
import { sendRequest } from '../helpers/http.ts';
import { openKeepAliveSocket } from '../helpers/raw-socket.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';

let site: Installation;
let server: RunningServer;
let metricsUrl: string;
beforeAll(async () => {
  site = await openInstallation();
  const METRICS_PORT = String(await choosePort());
  metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`;
  server = await site.start({ METRICS_PORT, MAX_EVENT_LOOP_DELAY_MS: '1000' }, [
    '--import',
    eventLoopBlocker(1300),
  ]);
});
afterAll(() => site.close());

describe('metrics', () => {
  it('are served on their own port, not on the public one', async () => {
    const { status, headers } = await sendRequest(metricsUrl);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    const onAppPort = await sendRequest(`${server.url}/metrics`);
    expect(onAppPort.body).not.toContain('http_requests_total');
    expect((await sendRequest(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
  });

  it('count requests by route and code, and include the pool, the caches and the event loop', async () => {
    const browser = site.newBrowser();
    await browser.callOk(server, calls.user.login, ADMIN);
    await browser.call(server, calls.user.revokeDevice, { device_id: 999_999 });
    await sendRequest(`${server.url}/no/such/screen?secret=1`);
    const { body } = await sendRequest(metricsUrl);
    const login = 'route="/api/user/login",method="POST",status="200",error_code="0"';
    expect(body).toContain(`http_requests_total{${login}} 1`);
    const refused = 'route="/api/user/revokeDevice",method="POST",status="200",error_code="10101"';
    expect(body).toContain(`http_requests_total{${refused}} 1`);
    // A label for every requested URL would exhaust the memory.
    expect(body).not.toContain('no/such/screen');
    expect(body).toMatch(/database_connections\{state="idle"\} [1-9]/);
    expect(body).toMatch(/database_connections\{state="used"\} \d/);
    expect(body).toMatch(/database_connections\{state="waiting"\} 0/);
    expect(body).toMatch(/http_request_duration_seconds_count\{route="\/api\/user\/login"\} 1/);
    expect(body).toMatch(/cache_bytes\{cache="sessions"\} [1-9]/);
    expect(body).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  });
});

describe('a process with an overloaded event loop', () => {
  it('sheds calls with 503 and Retry-After, keeps connections usable, and accepts calls again afterwards', async () => {
    const browser = site.newBrowser();
    server.program.signal('SIGUSR2');
    await expect
      .poll(async () => (await browser.call(server, calls.common.homePageSetting, {})).status)
      .toBe(503);
    const [shed, live] = await Promise.all([
      browser.call(server, calls.common.homePageSetting, {}),
      sendRequest(`${server.url}/health/live`),
    ]);
    expect(shed).toMatchObject({ status: 503, error_code: 10632, data: null });
    expect(shed.error_message).not.toBe('');
    expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0);
    expect(live).toMatchObject({ status: 200, body: '{"status":"live"}' });
    const headers = { accept: 'text/html', 'accept-language': 'zh-CN' };
    const navigation = await sendRequest(`${server.url}/user/login`, { headers });
    expect(navigation.status).toBe(503);
    expect(navigation.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(navigation.headers['retry-after']).toBe('5');
    expect(navigation.body).toContain('服务器繁忙');
    expect(Buffer.byteLength(navigation.body)).toBeLessThan(6 * 1024);
    const line = await openKeepAliveSocket(Number(new URL(server.url).port));
    const body = ' '.repeat(2 * 1024 * 1024);
    const path = calls.common.homePageSetting.path;
    const length = `content-length: ${body.length}`;
    const unread = await line.request(
      `POST ${path} HTTP/1.1\r\nhost: octavo.test\r\n${length}\r\n\r\n${body}`,
    );
    expect(unread.status).toBe(503);
    expect(await line.isUsableAfter(unread)).toBe(true);
    server.program.signal('SIGUSR2');
    await expect
      .poll(async () => (await browser.call(server, calls.common.homePageSetting, {})).status)
      .toBe(200);
  });
});
