import { calls } from '@octavo/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { okResponse, errorResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { createQueryClient } from '../api/query-client.ts';
import { useCall } from '../api/use-call.ts';
import { loadTexts } from '../i18n/language.ts';
import { TextsProvider } from '../i18n/texts.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useSaveOrder } from './use-save-order.ts';

const groups = [1, 2, 3].map((id) => ({ id, group_name: `g${id}`, item_ids: '', s_number: id }));

function Groups() {
  const { data = [] } = useCall(calls.itemGroup.getList, {});
  const saveOrder = useSaveOrder({
    list: [calls.itemGroup.getList, {}],
    idOf: ({ id }) => id,
    save: calls.itemGroup.saveSort,
    inputOf: (ids) => ({ groups: ids.map((id, at) => ({ id, s_number: at + 1 })) }),
  });
  return (
    <>
      <output>{data.map(({ id }) => id).join()}</output>
      <button type="button" onClick={() => saveOrder([3, 1, 2])}>
        Third first
      </button>
      <button type="button" onClick={() => saveOrder([2, 1, 3])}>
        Second first
      </button>
      <Toasts />
    </>
  );
}

async function show(save: (request: Request) => Response | Promise<Response>) {
  const requests = stubFetch((request) =>
    request.url.endsWith('getList') ? okResponse(groups) : save(request),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider first={await loadTexts('en')} load={loadTexts}>
        <Groups />
      </TextsProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(order()).toBe('1,2,3'));
  return requests;
}

const order = () => screen.getByRole('status').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a new order before the server has responded', async () => {
  let reply: (response: Response) => void = () => {};
  await show(() => new Promise((resolve) => (reply = resolve)));
  press('Third first');
  await waitFor(() => expect(order()).toBe('3,1,2'));
  reply(okResponse({}));
  expect(order()).toBe('3,1,2');
});

it('shows the error of a rejected order and fetches the list again', async () => {
  const requests = await show(() => errorResponse(10101, 'This does not exist'));
  press('Third first');
  expect(await screen.findByText('This does not exist')).toBeTruthy();
  await waitFor(() => expect(order()).toBe('1,2,3'));
  expect(requests.filter(({ url }) => url.endsWith('getList')).length).toBe(2);
});

it('sends two orders one after the other, so that the last one wins', async () => {
  const open: ((response: Response) => void)[] = [];
  const requests = await show(() => new Promise((resolve) => open.push(resolve)));
  const saves = () => requests.filter(({ url }) => url.endsWith('saveSort')).length;
  press('Third first');
  press('Second first');
  await waitFor(() => expect(order()).toBe('2,1,3'));
  expect(saves()).toBe(1);
  open[0]?.(okResponse({}));
  await waitFor(() => expect(saves()).toBe(2));
  open[1]?.(okResponse({}));
  expect(order()).toBe('2,1,3');
});
