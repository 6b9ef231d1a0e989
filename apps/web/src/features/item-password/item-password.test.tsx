import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAccountApi } from '../../../tests/helpers/account-api.ts';
import { okResponse, errorResponse } from '../../../tests/helpers/responses.ts';
import { fillField, clickButton } from '../../../tests/helpers/form.ts';
import { renderApp } from '../../../tests/helpers/render-app.tsx';

const PWD = '/api/item/pwd';
const go = vi.fn<(target: string) => void>();

async function openPassword(address: string, reply = () => okResponse({})) {
  const sent = stubAccountApi({ [PWD]: reply });
  await renderApp(address);
  await screen.findByRole('heading', { name: 'This item is private' });
  return sent;
}

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation((target) => go(String(target)));
});

afterEach(() => {
  cleanup();
  go.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['/item/password/4?redirect=%2F4%2F12', { item_id: '4', page_id: 0 }, '/4/12'],
  ['/item/password/4?redirect=https%3A%2F%2Fevil.example', { item_id: '4', page_id: 0 }, '/4'],
  ['/item/password/shop?page_id=12', { item_id: 'shop', page_id: 12 }, '/shop/12'],
  ['/item/password/0?page_id=12', { page_id: 12 }, '/page/12'],
])('redirects after the correct password at %s', async (address, item, target) => {
  const sent = await openPassword(address);
  fillField('Visit password', 'tide-4471');
  await clickButton('Open item');
  expect(sent.bodiesOf(PWD)).toEqual([{ ...item, password: 'tide-4471' }]);
  await waitFor(() => expect(go).toHaveBeenCalledWith(target));
});

it('offers members a login link that redirects back', async () => {
  await openPassword('/item/password/4?redirect=%2F4%2F12');
  const link = screen.getByRole('link', { name: 'Log in instead' });
  expect(link.getAttribute('href')).toBe('/user/login?redirect=%2F4%2F12');
});

it.each([
  [10308, 'Incorrect visit password. A verification code is now required'],
  [10206, 'The verification code is incorrect or has expired'],
])('shows and sends the verification code after error %d', async (code, message) => {
  const replies = [errorResponse(10307, 'Wrong'), errorResponse(code, message)];
  const sent = await openPassword('/item/password/4', () => replies.shift() ?? okResponse({}));
  fillField('Visit password', 'guess 1');
  await clickButton('Open item');
  expect(await screen.findByText('Wrong')).toBeTruthy();
  expect(screen.queryByLabelText('Verification code')).toBeNull();

  fillField('Visit password', 'guess 2');
  await clickButton('Open item');
  expect(await screen.findByLabelText('Verification code')).toBeTruthy();
  const image = screen.getByRole<HTMLImageElement>('img', {
    name: 'Image with the verification code',
  });
  expect(image.src).toContain('form=visit');
  expect(go).not.toHaveBeenCalled();

  fillField('Visit password', 'tide-4471');
  fillField('Verification code', '7Km4');
  await clickButton('Open item');
  expect(sent.bodiesOf(PWD).at(-1)).toEqual({
    item_id: '4',
    page_id: 0,
    password: 'tide-4471',
    v_code: '7Km4',
  });
  await waitFor(() => expect(go).toHaveBeenCalledWith('/4'));
});
