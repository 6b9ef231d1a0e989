import { calls } from '@octavo/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { okResponse, errorResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { interceptLogin, onLoginNeeded } from '../session/login-needed.ts';
import { call } from './call.ts';
import { BusinessError, NetworkError } from './call-error.ts';
import { gzipBody } from './gzip-body.ts';

beforeEach(() => {
  document.documentElement.lang = 'zh-CN';
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('call', () => {
  it('posts JSON in the language of the document and returns the data', async () => {
    const requests = stubFetch(() => okResponse([{ username: 'mei', name: 'Mei' }]));
    const people = await call(calls.user.allUser, { username: 'me' });
    expect(people).toEqual([{ username: 'mei', name: 'Mei' }]);
    const request = requests[0];
    expect(request?.method).toBe('POST');
    expect(new URL(request?.url ?? '').pathname).toBe('/api/user/allUser');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('accept-language')).toBe('zh-CN');
    expect(await request?.json()).toEqual({ username: 'me' });
  });

  it('compresses only a long request, if asked to', async () => {
    const requests = stubFetch(() => okResponse({ is_kept: true }));
    const draft = { draft_id: 'a', page_id: 7, revision: 1 };
    const long = { ...draft, page_content: 'words '.repeat(4000) };
    await call(calls.page.saveDraft, { ...draft, page_content: 'words' }, { encode: gzipBody });
    await call(calls.page.saveDraft, long);
    await call(calls.page.saveDraft, long, { encode: gzipBody });
    const encodings = requests.map(({ headers }) => headers.get('content-encoding'));
    expect(encodings).toEqual([null, null, 'gzip']);
    const packed = new Blob([(await requests[2]?.arrayBuffer()) ?? '']);
    expect(packed.size).toBeLessThan(1000);
    const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
    expect(JSON.parse(await new Response(unpacked).text())).toEqual(long);
  });

  it('sends the input as query parameters for a GET call', async () => {
    const requests = stubFetch(() => okResponse({}));
    await call(calls.common.qrcode, { url: 'http://a.example/x?y=1&z', size: 4 });
    expect(requests[0]?.method).toBe('GET');
    const { search } = new URL(requests[0]?.url ?? '');
    expect(search).toBe('?url=http%3A%2F%2Fa.example%2Fx%3Fy%3D1%26z&size=4');
  });

  it('throws the server error with its code, message and data', async () => {
    stubFetch(() => errorResponse(10600, 'Someone saved before you', { version: 7 }));
    const error: unknown = await call(calls.user.devices, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BusinessError);
    expect(error).toMatchObject({
      code: 10600,
      message: 'Someone saved before you',
      data: { version: 7 },
    });
  });

  it('times out after 20 seconds', async () => {
    vi.useFakeTimers();
    stubFetch(() => new Promise(() => {}));
    const outcome = call(calls.user.devices, {}).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(19_999);
    const early = await Promise.race([outcome, Promise.resolve('still waiting')]);
    expect(early).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ name: 'NetworkError', reason: 'timeout' });
  });

  it('distinguishes a network failure from an invalid response', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(calls.user.devices, {})).rejects.toMatchObject({ reason: 'offline' });
    stubFetch(
      () => new Response('<h1>500</h1>', { status: 500, headers: { 'x-request-id': '7f31' } }),
    );
    const error: unknown = await call(calls.user.devices, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: 'unreadable', requestId: '7f31' });
    stubFetch(() => new Response('<h1>502</h1>', { status: 502 }));
    await expect(call(calls.user.devices, {})).rejects.toMatchObject({ reason: 'gateway' });
  });

  it('announces that a login is needed, except for a silent call', async () => {
    const listener = vi.fn<() => void>();
    const stop = onLoginNeeded(listener);
    stubFetch(() => errorResponse(10102, 'Log in to continue'));
    await expect(call(calls.user.info, {}, { silent: true })).rejects.toThrow('Log in');
    expect(listener).not.toHaveBeenCalled();
    await expect(call(calls.user.devices, {})).rejects.toThrow('Log in');
    expect(listener).toHaveBeenCalledOnce();
    // A screen with unsaved work prompts for the login in place.
    const holder = vi.fn<() => void>();
    const release = interceptLogin(holder);
    await expect(call(calls.user.devices, {})).rejects.toThrow('Log in');
    expect([holder, listener].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    release();
    await expect(call(calls.user.devices, {})).rejects.toThrow('Log in');
    expect([holder, listener].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
    stop();
  });
});
