import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { okResponse, errorResponse, stubFetch } from '../../tests/helpers/responses.ts';
import { renderApp } from '../../tests/helpers/render-app.tsx';

const account = {
  uid: 6,
  username: 'mei.lin',
  name: 'Mei Lin',
  email: '',
  email_verify: 0,
  groupid: 2,
  language: null,
};

function stubSite(
  home: object,
  info: () => Response | Promise<Response>,
  write: () => Response = () => okResponse({}),
) {
  return stubFetch(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/api/common/homePageSetting') return okResponse(home);
    if (pathname === '/api/user/info') return info();
    if (pathname === '/api/notice/getList') return okResponse({ list: [], total: 0, unread: 0 });
    if (/\/(myList|getList)$/.test(pathname)) return okResponse([]);
    return write();
  });
}

const fullPage = { home_page: 1, home_item: '', register_open: 1, needs_setup: false };
const visitor = () => errorResponse(10102, 'Log in to continue');
const user = () => okResponse(account);
const place = ({ state }: Awaited<ReturnType<typeof renderApp>>) =>
  state.location.pathname + state.location.search;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the landing page', () => {
  it('checks the session silently and offers My items to a logged-in user', async () => {
    const requests = stubSite(fullPage, user);
    await renderApp('/');
    expect((await screen.findAllByRole('link', { name: 'My items' })).length).toBe(2);
    const probe = requests.find(({ url }) => url.endsWith('/api/user/info'));
    expect(await probe?.json()).toEqual({ redirect_login: false });
  });

  it('does not redirect a visitor and offers Login/Register', async () => {
    stubSite(fullPage, visitor);
    const router = await renderApp('/');
    expect((await screen.findAllByRole('link', { name: 'Login/Register' })).length).toBe(2);
    expect(place(router)).toBe('/');
  });

  it('in mode 2 redirects to the login before anything is rendered', async () => {
    stubSite({ ...fullPage, home_page: 2 }, visitor);
    const router = await renderApp('/');
    await waitFor(() => expect(place(router)).toBe('/user/login'));
    expect(screen.queryByText(/Documents your IT team/)).toBeNull();
  });

  it('in mode 3 redirects to the server-rendered home item before anything is rendered', async () => {
    const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
    stubSite({ ...fullPage, home_page: 3, home_item: 'handbook' }, visitor);
    await renderApp('/');
    await waitFor(() => expect(leave).toHaveBeenCalledWith(expect.stringMatching(/\/handbook$/)));
    expect(screen.queryByText(/Documents your IT team/)).toBeNull();
    leave.mockRestore();
  });

  it('in mode 3 without a home item is shown', async () => {
    stubSite({ ...fullPage, home_page: 3 }, visitor);
    await renderApp('/');
    expect(await screen.findByText(/Documents your IT team/)).toBeTruthy();
  });
});

describe('a workspace screen', () => {
  it('redirects a visitor to the login with a redirect parameter', async () => {
    stubSite(fullPage, visitor);
    const router = await renderApp('/item/index?item_group_id=3');
    await waitFor(() =>
      expect(place(router)).toBe('/user/login?redirect=%2Fitem%2Findex%3Fitem_group_id%3D3'),
    );
  });

  it('shows the name of the user in the account menu', async () => {
    stubSite(fullPage, user);
    await renderApp('/item/index');
    expect(await screen.findByRole('button', { name: /Mei Lin/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'My items' })).toBeTruthy();
  });

  it('offers a retry when the session check fails', async () => {
    const info = vi.fn<() => Response>(() => new Response('', { status: 502 }));
    stubSite(fullPage, info);
    await renderApp('/item/index');
    const again = await screen.findByRole('button', { name: 'Try now' });
    info.mockImplementation(user);
    again.click();
    expect(await screen.findByRole('heading', { name: 'My items' })).toBeTruthy();
  });
});

describe('the editor', () => {
  it('shows a placeholder while the session is checked', async () => {
    const answer = Promise.withResolvers<Response>();
    stubSite(fullPage, () => answer.promise);
    await renderApp('/page/edit/1/0');
    const main = await screen.findByRole('main', {}, { timeout: 120_000 });
    expect(main.textContent).toContain('Loading');
  });
});

const switchLanguage = async () => (await screen.findByRole('radio', { name: '中文' })).click();

describe('a command', () => {
  it('with an expired session redirects to the login without an alert', async () => {
    stubSite(fullPage, user, () => errorResponse(10102, 'Log in to continue'));
    const router = await renderApp('/item/index?a=b');
    await switchLanguage();
    await waitFor(() => expect(place(router)).toBe('/user/login?redirect=%2Fitem%2Findex%3Fa%3Db'));
    expect(screen.queryByText('Log in to continue')).toBeNull();
  });

  it('that the server rejects shows its message until it is dismissed', async () => {
    stubSite(fullPage, user, () => errorResponse(10602, 'Too many tries'));
    await renderApp('/item/index');
    await switchLanguage();
    expect(await screen.findByText('Too many tries')).toBeTruthy();
    (await screen.findByRole('button', { name: '知道了' })).click();
    await waitFor(() => expect(screen.queryByText('Too many tries')).toBeNull());
  });

  it('without a response offers a retry', async () => {
    const write = vi.fn<() => Response>(() => new Response('', { status: 502 }));
    stubSite(fullPage, user, write);
    await renderApp('/item/index');
    await switchLanguage();
    (await screen.findByRole('button', { name: /Retry|重试/ })).click();
    await waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  });
});

it('an unknown URL shows "Page not found"', async () => {
  stubSite(fullPage, visitor);
  await renderApp('/no/such/address/at/all');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
