import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { SelectInput } from './select-input.tsx';

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Catalog' });
/** Returns whether the default action of the key was prevented. */
const press = (key: string) => act(async () => !fireEvent.keyDown(field(), { key }));
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

function CatalogField() {
  const [value, setValue] = useState<number>();
  return (
    <SelectInput
      label="Catalog"
      placeholder="Choose"
      emptyText="No catalog"
      options={['Orders', 'Payments', 'Refunds'].map((name, at) => ({ value: at, name }))}
      value={value}
      onValue={setValue}
    />
  );
}

afterEach(cleanup);

it('opens with Enter, filters while typing, selects with Enter and never submits the form', async () => {
  render(<CatalogField />);
  act(() => field().focus());
  expect(await press('Enter')).toBe(true);
  expect(optionNames()).toEqual(['Orders', 'Payments', 'Refunds']);

  await act(async () => fireEvent.change(field(), { target: { value: 'PAY' } }));
  expect(optionNames()).toEqual(['Payments']);
  expect(await press('Enter')).toBe(true);
  expect(optionNames()).toEqual([]);
  expect(field().value).toBe('Payments');
});

it('shows all options and the selected name as placeholder when it is opened again', async () => {
  render(<CatalogField />);
  await press('Enter');
  await act(async () => screen.getByRole('option', { name: 'Refunds' }).click());
  await press('Enter');
  expect(optionNames()).toEqual(['Orders', 'Payments', 'Refunds']);
  expect(field().value).toBe('');
  expect(field().placeholder).toBe('Refunds');

  await act(async () => fireEvent.change(field(), { target: { value: 'x' } }));
  expect(screen.getByText('No catalog')).toBeTruthy();
  await press('Escape');
  expect(field().value).toBe('Refunds');
  await press('Escape');
  expect(field().value).toBe('Refunds');
});

it('shows no keyboard of a phone over a short list', () => {
  render(<CatalogField />);
  expect(field().inputMode).toBe('none');
});

it('starts a search with the text typed into the closed field', async () => {
  render(<CatalogField />);
  await press('Enter');
  await act(async () => screen.getByRole('option', { name: 'Orders' }).click());
  const change = { target: { value: 'Ordersref' }, inputType: 'insertText' };
  await act(async () => fireEvent.input(field(), change));
  expect(field().value).toBe('ref');
});
