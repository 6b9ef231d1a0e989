import { expect, it } from 'vitest';
import { describeAgent } from './describe-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)';

it.each([
  [`${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows', 'computer'],
  [
    `${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Edge',
    'Windows',
    'computer',
  ],
  [
    `${WINDOWS} ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 OPR/111.0.0.0`,
    'Opera',
    'Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Firefox',
    'Windows',
    'computer',
  ],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`,
    'Safari',
    'macOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Firefox',
    'Linux',
    'computer',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'computer',
  ],
  [`${IOS} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', 'phone'],
  [`${IOS} CriOS/126.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', 'phone'],
  [
    `${IOS} Mobile/15E148 MicroMessenger/8.0.49(0x1800312b) Language/zh_CN`,
    'WeChat',
    'iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPad',
    'tablet',
  ],
  [`${PHONE} ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  [
    `${PHONE} ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X910) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome',
    'Android',
    'tablet',
  ],
  ['Mozilla/5.0 (something new)', undefined, undefined, 'computer'],
  ['curl/8.5.0', 'curl', undefined, 'script'],
  ['python-requests/2.32.3', 'python-requests', undefined, 'script'],
  ['Go-http-client/1.1', 'Go-http-client', undefined, 'script'],
  ['PostmanRuntime/7.39.0', 'PostmanRuntime', undefined, 'script'],
  ['node', 'node', undefined, 'script'],
  ['', undefined, undefined, 'script'],
  ['<script>alert(1)</script>', undefined, undefined, 'script'],
])('%s is %s on %s', (agent, app, system, deviceType) => {
  expect(describeAgent(agent)).toEqual({ app, system, deviceType });
});
