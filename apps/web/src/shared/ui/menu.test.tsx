import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Menu, MenuEntry } from './menu.tsx';
import { MAIN_ID } from './skip-link.tsx';

afterEach(cleanup);

const opener = () => screen.getByRole('button', { name: 'Actions' });
const press = (key: string) =>
  act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key }));

function renderMenu(onRun: () => void) {
  render(
    <>
      <header>
        <Menu opener={<button type="button">Actions</button>} width={200}>
          <MenuEntry label="Copy" icon={null} onRun={onRun} />
          <MenuEntry label="Delete" help="For all users" icon={null} onRun={onRun} />
        </Menu>
      </header>
      <main id={MAIN_ID} />
    </>,
  );
}

it('opens in the main element and does not hide the page from screen readers', async () => {
  renderMenu(vi.fn<() => void>());
  await act(async () => fireEvent.click(opener(), { detail: 0 }));
  expect(screen.getByRole('main').contains(screen.getByRole('menu', { name: 'Actions' }))).toBe(
    true,
  );
  expect(opener().getAttribute('aria-expanded')).toBe('true');
});

it('returns the focus to the button when an entry runs', async () => {
  const onRun = vi.fn<() => void>();
  renderMenu(onRun);
  await act(async () => fireEvent.click(opener(), { detail: 0 }));
  await act(async () => screen.getByRole('menuitem', { name: /^Delete/ }).focus());
  await press('Enter');
  expect(onRun).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(opener());
  expect(screen.queryByRole('menu')).toBeNull();
});
