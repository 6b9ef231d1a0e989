import { onlineManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse } from '../../../tests/helpers/responses.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const NOTICE = {
  notice_id: 1,
  kind: 'pageChanged',
  notice_title: 'Notice 1',
  notice_content: 'A page you wrote has a newer version.',
  from_name: 'Tomas Kral',
  from_username: 'tomas.kral',
  notice_time: '2026-03-14T14:32:00Z',
  is_read: 1,
  href: '/page/7',
};

let isOffline = false;
/** Switches the network off or on: the browser reports offline and requests fail. */
function setOffline(on: boolean) {
  isOffline = on;
  return act(async () => onlineManager.setOnline(!on));
}

function respondOnline(data: unknown) {
  return () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : okResponse(data));
}

function stubSite() {
  return stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/notice/getList': respondOnline({ list: [NOTICE], total: 1, unread: 0 }),
    '/api/notice/delete': respondOnline({}),
  });
}

afterEach(async () => {
  cleanup();
  await setOffline(false);
  vi.unstubAllGlobals();
});

it('a command shows an error while offline and can be sent again', async () => {
  const sent = stubSite();
  await renderApp('/notice/index');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Notice 1' }));
  await setOffline(true);
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: 'Delete notice' });
  fireEvent.click(confirm);
  expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
  await setOffline(false);
  fireEvent.click(confirm);
  await expect.poll(() => sent.bodiesOf('/api/notice/delete')).toHaveLength(2);
});

it('a screen shows an error while offline and loads automatically when online again', async () => {
  stubSite();
  await setOffline(true);
  await renderApp('/notice/index');
  const message = await screen.findByText('This page could not be loaded');
  // Screen readers announce it too.
  expect(message.closest('[role=alert]')).not.toBeNull();
  await setOffline(false);
  expect(await screen.findByRole('button', { name: 'Notice 1' })).toBeTruthy();
});
