import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { okResponse, errorResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const account = {
  uid: 6,
  username: 'mei.lin',
  name: 'Mei Lin',
  email: '',
  email_verify: 0,
  groupid: 1,
  language: null,
};

/** The settings of a new site, as far as the form shows them. */
const config = {
  site_name: '',
  site_logo: '',
  footer_line: '',
  feedback_link: '',
  default_language: '',
  register_open: 1,
  home_page: 1,
  home_item: '',
  help_link: '',
  demo_link: '',
  history_version_count: 20,
  attachment_size_m: 4,
  attachment_quota_m: 0,
  token_days: 365,
  oss_open: 0,
  oss_setting: { oss_type: 's3', region: '', has_secret: 0, has_secretKey: 0 },
  mail_setting: { host: '', port: 587, security: 'starttls', user: '', sender: '' },
  site_saved: { username: 'tomas', time: '2026-03-04T12:00:00.000Z' },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks for a new login when the session expires during editing, and then saves the form', async () => {
  let isLoggedIn = true;
  const saved: unknown[] = [];
  stubFetch(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/user/login') isLoggedIn = true;
    if (pathname === '/api/user/login' || pathname === '/api/user/info')
      return isLoggedIn ? okResponse(account) : errorResponse(10102, 'Log in to continue');
    if (pathname === '/api/notice/getList') return okResponse({ list: [], total: 0, unread: 0 });
    if (pathname === '/api/adminSetting/loadConfig') return okResponse(config);
    if (pathname !== '/api/adminSetting/saveConfig') return okResponse({});
    if (!isLoggedIn) return errorResponse(10102, 'Log in to continue');
    saved.push(await request.json());
    return okResponse({});
  });
  const router = await renderApp('/admin/index?tab=settings');
  expect(await screen.findByText(/^Last saved by tomas, 4 Mar 2026/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Footer line'), { target: { value: 'Harbor 7711' } });
  isLoggedIn = false;
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  const dialog = within(await screen.findByRole('dialog'));
  expect(router.state.location.pathname).toBe('/admin/index');
  fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'seven quiet boats' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Log in and save' }));
  await expect.poll(() => saved).toEqual([{ footer_line: 'Harbor 7711' }]);
});

it('hides the console from a demoted administrator after the first forbidden call', async () => {
  let groupid = 1;
  stubFetch((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/user/info') return okResponse({ ...account, groupid });
    if (pathname === '/api/notice/getList') return okResponse({ list: [], total: 0, unread: 0 });
    if (groupid !== 1) return errorResponse(10103, 'You have no right to do this');
    return okResponse(pathname === '/api/adminSetting/loadConfig' ? config : {});
  });
  await renderApp('/admin/index?tab=settings');
  fireEvent.change(await screen.findByLabelText('Footer line'), { target: { value: '7711' } });
  groupid = 2;
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'You do not have access' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Site settings' })).toBeNull();
});
