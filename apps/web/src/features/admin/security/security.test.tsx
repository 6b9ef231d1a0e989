import type { SecurityConfig, SecurityPreview } from '@octavo/contract/admin-security.entities';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account, stubAccountApi } from '../../../../tests/helpers/account-api.ts';
import { renderApp } from '../../../../tests/helpers/render-app.tsx';
import { errorResponse, okResponse } from '../../../../tests/helpers/responses.ts';

const SAVE = '/api/adminSecurity/save';
const PREVIEW = '/api/adminSecurity/preview';
const office = {
  network: '10.20.0.0/16',
  note: 'Office',
  username: 'mei.lin',
  time: '2026-02-02T12:00:00Z',
};
const vpn = { ...office, network: '203.0.113.24', note: 'VPN' };

const config: SecurityConfig = {
  second_factor_for: 'none',
  second_factor_days: 7,
  second_factor_provider: 1,
  session_idle_days: 14,
  session_max_days: 30,
  console_confirm_minutes: 0,
  password_min_length: 8,
  password_common_refused: 1,
  password_personal_refused: 0,
  login_wait_minutes: 0,
  login_networks_on: 0,
  login_networks: [],
  console_networks_on: 1,
  console_networks: [office, vpn],
  audit_days: 365,
  recycle_days: 30,
  version_days: 0,
  security_saved: null,
  own_address: '10.20.4.18',
  users: 128,
  users_without: 31,
  staff: 5,
  staff_without: 1,
};

const noEffect: SecurityPreview = {
  sessions: 0,
  session_users: 0,
  ends_own_session: 0,
  users_outside: 0,
  staff_outside: 0,
  audit_entries: 0,
  recycled_pages: 0,
  recycled_items: 0,
  versions: 0,
};

async function openSecurity(
  replies: Parameters<typeof stubAccountApi>[0] = {},
  change: Partial<SecurityConfig> = {},
  groupid = 1,
) {
  const sent = stubAccountApi({
    '/api/user/info': () => okResponse({ ...account, groupid }),
    '/api/adminSecurity/load': () => okResponse({ ...config, ...change }),
    [PREVIEW]: () => okResponse(noEffect),
    [SAVE]: () => okResponse({}),
    ...replies,
  });
  await renderApp('/admin/index?tab=security');
  await screen.findByRole('heading', { name: 'Security' });
  return sent;
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const clickSave = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('saves a change that concerns no one without a question', async () => {
  const sent = await openSecurity();
  fireEvent.change(await screen.findByLabelText('End after no use'), { target: { value: '20' } });
  clickSave();
  await expect.poll(() => sent.bodiesOf(SAVE)).toEqual([{ session_idle_days: '20' }]);
  expect(sent.bodiesOf(PREVIEW)).toEqual([{ session_idle_days: '20' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says how many people and how much data a stricter rule concerns, and saves it when confirmed', async () => {
  const sent = await openSecurity({
    [PREVIEW]: () => okResponse({ ...noEffect, sessions: 12, session_users: 1, versions: 100_000 }),
  });
  fireEvent.change(await screen.findByLabelText('Old versions'), { target: { value: '90' } });
  fill('End in any case', '7');
  clickSave();
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText('12 open sessions of 1 person will end. They have to log in again.'),
  ).toBeTruthy();
  expect(dialog.getByText('100,000 old versions will be deleted.')).toBeTruthy();
  expect(dialog.getByText('Counting stops at 100,000.')).toBeTruthy();
  expect(sent.bodiesOf(SAVE)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => sent.bodiesOf(SAVE))
    .toEqual([{ session_max_days: '7', version_days: '90' }]);
});

it('rejects numbers out of range; periods of data may be 0', async () => {
  const sent = await openSecurity();
  await screen.findByLabelText('Audit log');
  fill('End after no use', '0');
  fill('Audit log', '29');
  fill('Recycle bin', '0');
  clickSave();
  expect(await screen.findByText('Enter a whole number from 1 to 365')).toBeTruthy();
  expect(
    screen.getByText('Enter a whole number from 30 to 3650, or 0 to keep everything'),
  ).toBeTruthy();
  expect(sent.bodiesOf(PREVIEW)).toEqual([]);
});

it('keeps the network of the administrator in the list, and saves entries with their notes', async () => {
  const sent = await openSecurity();
  const table = within(await screen.findByRole('table', { name: 'Networks for the console' }));
  expect(table.getByText('You are here, 10.20.4.18')).toBeTruthy();
  expect(table.getByText('Removing this would lock you out')).toBeTruthy();
  expect(table.queryByRole('button', { name: 'Remove 10.20.0.0/16' })).toBeNull();
  fireEvent.click(table.getByRole('button', { name: 'Remove 203.0.113.24' }));
  const field = screen.getByLabelText('Networks for the console: new network');
  fireEvent.change(field, { target: { value: '10.20.0.0/33' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText(/^Write an address or network/)).toBeTruthy();
  fireEvent.change(field, { target: { value: '2001:DB8::/48' } });
  fill('Networks for the console: note on the new network', 'Lab');
  // What is typed and not added is not lost by a save.
  clickSave();
  expect(await screen.findByText('Add this network, or clear the field')).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Enter' });
  clickSave();
  await expect
    .poll(() => sent.bodiesOf(SAVE))
    .toEqual([
      {
        console_networks: [
          { network: '10.20.0.0/16', note: 'Office' },
          { network: '2001:db8::/48', note: 'Lab' },
        ],
      },
    ]);
});

it('offers the own address for a list without it, which cannot be saved', async () => {
  const sent = await openSecurity();
  fireEvent.click(await screen.findByRole('switch', { name: 'Networks for logins' }));
  clickSave();
  const missing = await screen.findByText(/^Your own address 10\.20\.4\.18 is in none/);
  expect(missing.closest('[role="alert"]')).toBeTruthy();
  expect(sent.bodiesOf(PREVIEW)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Add 10.20.4.18' }));
  clickSave();
  await expect
    .poll(() => sent.bodiesOf(SAVE))
    .toEqual([{ login_networks_on: true, login_networks: [{ network: '10.20.4.18', note: '' }] }]);
});

it('keeps the focus at the networks when one is removed or added', async () => {
  const home = { ...office, network: '10.20.4.0/24', note: 'Home' };
  await openSecurity({}, { console_networks: [vpn, office, home] });
  const table = within(await screen.findByRole('table', { name: 'Networks for the console' }));
  const remove = (network: string) => table.getByRole('button', { name: `Remove ${network}` });
  fireEvent.click(remove('203.0.113.24'));
  expect(document.activeElement).toBe(remove('10.20.0.0/16'));
  // The last network with the own address cannot be removed.
  fireEvent.click(remove('10.20.4.0/24'));
  const field = screen.getByLabelText('Networks for the console: new network');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '2001:db8::/48' } });
  const note = screen.getByLabelText('Networks for the console: note on the new network');
  note.focus();
  fireEvent.keyDown(note, { key: 'Enter' });
  expect(document.activeElement).toBe(field);
  fireEvent.click(screen.getByRole('switch', { name: 'Networks for logins' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add 10.20.4.18' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Networks for logins: new network'));
});

it('corrects a wrong number that is hidden', async () => {
  const sent = await openSecurity({}, { second_factor_for: 'staff' });
  fireEvent.change(await screen.findByLabelText('Time to set it up'), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('radio', { name: 'No one' }));
  clickSave();
  await expect.poll(() => sent.bodiesOf(SAVE)).toEqual([{ second_factor_for: 'none' }]);
});

it('shows auditors the rules as values, without controls', async () => {
  await openSecurity({}, {}, 3);
  expect(await screen.findByText('End after no use')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Networks for the console' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('asks again for the password where the site wants it, and keeps what was entered', async () => {
  let isConfirmed = true;
  const sent = await openSecurity({
    '/api/user/confirm': (body) => {
      if (!(body as { password?: string }).password)
        return errorResponse(10665, 'Confirm', { methods: ['password'], minutes: 0 });
      isConfirmed = true;
      return okResponse({});
    },
    [PREVIEW]: () => (isConfirmed ? okResponse(noEffect) : errorResponse(10685, 'Confirm')),
  });
  fireEvent.change(await screen.findByLabelText('End after no use'), { target: { value: '20' } });
  isConfirmed = false;
  clickSave();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
  fireEvent.change(dialog.getByLabelText('Your login password'), {
    target: { value: 'quiet boats' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent.bodiesOf('/api/user/confirm')).toEqual([{}, { password: 'quiet boats' }]);
  clickSave();
  await expect.poll(() => sent.bodiesOf(SAVE)).toEqual([{ session_idle_days: '20' }]);
});

it('says from where the console is closed, and opens it in an allowed network', async () => {
  let console_refused: string | undefined = '198.51.100.7';
  await openSecurityRefused(() => ({ ...account, groupid: 1, console_refused }));
  expect(await screen.findByText(/cannot be used from 198\.51\.100\.7/)).toBeTruthy();
  console_refused = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('End after no use')).toBeTruthy();
});

async function openSecurityRefused(info: () => object) {
  stubAccountApi({
    '/api/user/info': () => okResponse(info()),
    '/api/adminSecurity/load': () => okResponse(config),
  });
  await renderApp('/admin/index?tab=security');
}
