import type { Notice } from '@octavo/contract/notice.entities';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse } from '../../../tests/helpers/responses.ts';
import { clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

function notice(notice_id: number, change: Partial<Notice> = {}): Notice {
  return {
    notice_id,
    kind: 'pageChanged',
    notice_title: `Notice ${notice_id}`,
    notice_content: 'A page you wrote has a newer version.',
    from_name: 'Tomas Kral',
    from_username: 'tomas.kral',
    notice_time: '2026-03-14T14:32:00Z',
    is_read: 1,
    href: '/page/7',
    ...change,
  };
}

async function openNotices(all: readonly Notice[], address = '/notice/index') {
  const unread = all.filter((row) => !row.is_read);
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse(account),
    '/api/notice/getList': (body) => {
      const {
        notice_type,
        count,
        page = 1,
      } = body as {
        notice_type: string;
        count: number;
        page?: number;
      };
      const list = notice_type === 'unread' ? unread : all;
      return okResponse({
        list: list.slice((page - 1) * count, page * count),
        total: all.length,
        unread: unread.length,
      });
    },
  });
  await renderApp(address);
  return sent;
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('expands a notice in place, marks it as read and links to its page', async () => {
  const sent = await openNotices([notice(2, { is_read: 0 }), notice(1)]);
  const row = await screen.findByRole('button', { name: 'Notice 2' });
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((one) => within(one).queryAllByText('Unread').length)).toEqual([1, 0]);
  fireEvent.click(row);
  expect(await screen.findByText('A page you wrote has a newer version.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe('/page/7');
  await expect.poll(() => sent.bodiesOf('/api/notice/setRead')).toEqual([{ notice_id: 2 }]);
});

it('paginates notices and filters unread ones', async () => {
  await openNotices(Array.from({ length: 8 }, (_, at) => notice(8 - at, { is_read: at ? 1 : 0 })));
  await screen.findByRole('button', { name: 'Notice 3' });
  expect(screen.queryByRole('button', { name: 'Notice 2' })).toBeNull();
  await clickButton('Next page');
  expect(await screen.findByRole('button', { name: 'Notice 2' })).toBeTruthy();
  expect(screen.getByText('7 to 8 of 8')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Unread 1' }));
  await expect.poll(() => screen.getAllByRole('button', { name: /^Notice/ })).toHaveLength(1);
  expect(screen.getByText('1 to 1 of 1')).toBeTruthy();
});

it('deletes a notice after confirmation', async () => {
  const sent = await openNotices([notice(1)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Notice 1' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete notice' }));
  await expect.poll(() => sent.bodiesOf('/api/notice/delete')).toEqual([{ notice_id: 1 }]);
});

it('shows an empty state without notices', async () => {
  await openNotices([]);
  expect(await screen.findByRole('heading', { name: 'No notices' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('shows the number of unread notices on the item list for ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openNotices([notice(2, { is_read: 0 }), notice(1, { is_read: 0 })], '/item/index');
  const message = await screen.findByRole('region', { name: 'New notice' });
  expect(within(message).getByText('You have 2 unread notices')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Notices, 2 unread' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => screen.queryByRole('region', { name: 'New notice' })).toBeNull();
});
