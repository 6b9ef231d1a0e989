import type { Calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { tree } from '@octavo/texts/en/tree';
import { tree as zhTree } from '@octavo/texts/zh-cn/tree';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeItemInfo } from '../../../../tests/helpers/items.ts';
import { errorResponse, okResponse, stubFetch } from '../../../../tests/helpers/responses.ts';
import { loadTexts } from '../../../shared/i18n/language.ts';
import { AdditionalTexts } from '../../../shared/i18n/additional-texts.tsx';
import { TextsProvider } from '../../../shared/i18n/texts.tsx';
import { dismissToast, shownToasts } from '../../../shared/ui/toast-store.ts';
import { Toasts } from '../../../shared/ui/toasts.tsx';
import type { Menu } from '../../model/menu.ts';
import { applyMove, type MoveTarget, type TreeSelection } from './tree-move.ts';
import { useTreeMoves } from './use-tree-moves.ts';

const tables = { en: { tree }, 'zh-cn': { tree: zhTree } };

function page(page_id: number, cat_id: number): MenuPage {
  return { page_id, page_title: `Page ${page_id}`, cat_id, s_number: 99, method: '' };
}

function catalog(cat_id: number, pages: MenuPage[]): MenuCatalog {
  const cat_name = cat_id === 10 ? 'Orders' : 'Fulfilment';
  const place = { parent_cat_id: 0, level: 1, s_number: 99, loaded: true };
  return { cat_id, cat_name, ...place, pages, catalogs: [] };
}

/** 1 · Orders(2 3) · Fulfilment(4) */
const start: Menu = {
  pages: [page(1, 0)],
  catalogs: [catalog(10, [page(2, 10), page(3, 10)]), catalog(20, [page(4, 20)])],
};
const START = '1 10(2 3) 20(4)';
const pages = (...ids: number[]): TreeSelection => ({
  catalogs: [],
  pages: ids.map((id) => page(id, id === 1 ? 0 : 10)),
});
const FULFILMENT: MoveTarget = { itemId: 3, catId: 20 };

function outline({ pages: rows, catalogs }: Menu): string {
  return [
    ...rows.map(({ page_id }) => `${page_id}`),
    ...catalogs.map((each) => `${each.cat_id}(${outline(each)})`),
  ].join(' ');
}

/** A server that moves pages; `replies` replaces the response of a path. */
function serve(replies: Record<string, (body: never) => Response | Promise<Response>> = {}) {
  const server = {
    menu: start,
    sent: [] as { path: string; body: unknown }[],
    refreshes: 0,
    refresh(setMenu: (menu: Menu) => void): void {
      server.refreshes += 1;
      setMenu(server.menu);
    },
  };
  let before: Menu[] = [];
  stubFetch(async (request) => {
    const path = new URL(request.url).pathname;
    const body = (await request.json()) as never;
    server.sent.push({ path, body });
    const reply = replies[path];
    if (reply) return reply(body);
    if (path === '/api/catalog/undoMove') {
      server.menu = before.at(-1) ?? server.menu;
      before = before.slice(0, -1);
      return okResponse({});
    }
    before = [...before, server.menu];
    const { page_ids, cat_id, to_item_id } = body as CallInput<Calls['page']['move']>;
    server.menu = applyMove(server.menu, pages(...(page_ids as number[])), {
      itemId: Number(to_item_id),
      catId: Number(cat_id),
    });
    return okResponse({ move_id: `move-${before.length}` });
  });
  return server;
}

type Moves = ReturnType<typeof useTreeMoves>;
let moves: Moves;
const setMoves = (rendered: Moves) => {
  moves = rendered;
};

function Harness({ server, shownId }: { server: ReturnType<typeof serve>; shownId?: number }) {
  const [menu, setMenu] = useState(start);
  const rendered = useTreeMoves({
    item: makeItemInfo(3, { menu }),
    shownId,
    setMenu,
    refresh: async () => server.refresh(setMenu),
  });
  useEffect(() => setMoves(rendered));
  return (
    <>
      <p data-testid="tree">{outline(menu)}</p>
      <input aria-label="Field" />
    </>
  );
}

async function show(server: ReturnType<typeof serve>, shownId?: number) {
  const first = await loadTexts('en');
  await act(async () => {
    render(
      <TextsProvider first={first} load={loadTexts}>
        <AdditionalTexts tables={tables}>
          <Harness server={server} {...(shownId !== undefined && { shownId })} />
        </AdditionalTexts>
        <Toasts />
      </TextsProvider>,
    );
  });
}

const shownTree = () => screen.getByTestId('tree').textContent;
/** Lets all requests and their effects end; their number of turns of the event loop does not depend on the machine. */
const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 30; turn++) {
      await vi.advanceTimersByTimeAsync(1);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  for (const { id } of shownToasts()) dismissToast(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a move', () => {
  it('is shown at once, sent, and followed by a refresh', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(2, 3), FULFILMENT, 'Fulfilment'));
    expect(shownTree()).toBe('1 10() 20(4 2 3)');
    expect(server.refreshes).toBe(0);
    await settle();
    expect(server.sent).toEqual([
      {
        path: '/api/page/move',
        body: { item_id: 3, page_ids: [2, 3], to_item_id: 3, cat_id: 20 },
      },
    ]);
    expect(server.refreshes).toBe(1);
    expect(screen.getByText('Moved 2 pages to Fulfilment')).toBeTruthy();
  });

  it('of catalogs and pages is one call, named by the number of entries', async () => {
    const server = serve({ '/api/catalog/move': () => okResponse({ move_id: 'm' }) });
    await show(server);
    const selection = { pages: [page(1, 0)], catalogs: start.catalogs.slice(1) };
    act(() => moves.move(selection, { itemId: 3, catId: 10, afterCatId: 0 }, 'Orders'));
    expect(shownTree()).toBe('10(2 3 1 20(4))');
    await settle();
    expect(server.sent[0]?.body).toEqual({
      item_id: 3,
      cat_ids: [20],
      page_ids: [1],
      to_item_id: 3,
      parent_cat_id: 10,
      after_cat_id: 0,
    });
    expect(screen.getByText('Moved 2 entries to Orders')).toBeTruthy();
  });

  it('to the place where the rows are is not sent', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(3), { itemId: 3, catId: 10, afterPageId: 2 }, 'Orders'));
    await settle();
    expect(server.sent).toEqual([]);
  });

  it('of more rows than the server accepts is not sent', async () => {
    const server = serve();
    await show(server);
    const many = Array.from({ length: 1001 }, (_each, at) => at + 1);
    act(() => moves.move(pages(...many), FULFILMENT, 'Fulfilment'));
    await settle();
    expect(server.sent).toEqual([]);
    expect(screen.getByText('Too many selected: at most 1000 can be moved together.')).toBeTruthy();
  });

  it('to another item removes the rows', async () => {
    const server = serve({ '/api/page/move': () => okResponse({ move_id: 'm' }) });
    await show(server);
    act(() => moves.move(pages(2), { itemId: 8, catId: 0 }, 'Data dictionary'));
    expect(shownTree()).toBe('1 10(3) 20(4)');
    await settle();
    expect(screen.getByText('Moved 1 page to Data dictionary')).toBeTruthy();
  });
});

describe('two moves in quick succession', () => {
  it('are sent in order and both stay shown', async () => {
    const answers: (() => void)[] = [];
    const server = serve({
      '/api/page/move': () =>
        new Promise((resolve) =>
          answers.push(() => resolve(okResponse({ move_id: `m${answers.length}` }))),
        ),
    });
    await show(server);
    act(() => {
      moves.move(pages(2), FULFILMENT, 'Fulfilment');
      moves.move(pages(1), FULFILMENT, 'Fulfilment');
    });
    expect(shownTree()).toBe('10(3) 20(4 2 1)');
    await settle();
    expect(server.sent).toHaveLength(1);
    answers[0]?.();
    await settle();
    expect(server.sent).toHaveLength(2);
    expect(server.refreshes).toBe(0);
    server.menu = applyMove(applyMove(start, pages(2), FULFILMENT), pages(1), FULFILMENT);
    answers[1]?.();
    await settle();
    expect(server.refreshes).toBe(1);
    expect(shownTree()).toBe('10(3) 20(4 2 1)');
  });

  it('a failure of the first does not lose the second', async () => {
    let count = 0;
    const server = serve({
      '/api/page/move': () =>
        ++count === 1 ? errorResponse(10103, 'No right') : okResponse({ move_id: 'm' }),
    });
    await show(server);
    server.menu = applyMove(start, pages(1), FULFILMENT);
    act(() => {
      moves.move(pages(2), FULFILMENT, 'Fulfilment');
      moves.move(pages(1), FULFILMENT, 'Fulfilment');
    });
    await settle();
    expect(server.sent).toHaveLength(2);
    expect(shownTree()).toBe('10(2 3) 20(4 1)');
  });
});

describe('a failed move', () => {
  it('is reverted, says why and can be repeated', async () => {
    let isDown = true;
    const server = serve({
      '/api/page/move': () =>
        isDown ? errorResponse(10103, 'You have no right') : okResponse({ move_id: 'm' }),
    });
    await show(server);
    act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
    await settle();
    expect(shownTree()).toBe(START);
    expect(screen.getByText('Nothing was moved. You have no right')).toBeTruthy();
    isDown = false;
    server.menu = applyMove(start, pages(2), FULFILMENT);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await settle();
    expect(shownTree()).toBe('1 10(3) 20(4 2)');
    expect(screen.queryByText('Nothing was moved. You have no right')).toBeNull();
  });

  it('reloads the tree first if a row is unknown to the server', async () => {
    const server = serve({ '/api/page/move': () => errorResponse(10101, 'Not found') });
    await show(server);
    server.menu = { ...start, pages: [] };
    act(() => moves.move(pages(1), FULFILMENT, 'Fulfilment'));
    await settle();
    expect(shownTree()).toBe('10(2 3) 20(4)');
    expect(screen.getByText(/^The tree was changed by another user/)).toBeTruthy();
  });
});

describe('undo', () => {
  it('by the toast moves the rows back at once and sends the id of the move', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(2, 3), FULFILMENT, 'Fulfilment'));
    await settle();
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(shownTree()).toBe(START);
    await settle();
    expect(server.sent.at(-1)).toEqual({
      path: '/api/catalog/undoMove',
      body: { item_id: 3, move_id: 'move-1' },
    });
    expect(shownTree()).toBe(START);
    expect(screen.getByText('The move was undone')).toBeTruthy();
    expect(screen.queryByText('Moved 2 pages to Fulfilment')).toBeNull();
  });

  it('by Ctrl+Z goes back move by move, but not in a field', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
    await settle();
    act(() => moves.move(pages(3), FULFILMENT, 'Fulfilment'));
    await settle();
    screen.getByLabelText('Field').focus();
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true);
    screen.getByLabelText('Field').blur();
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false);
    await settle();
    expect(shownTree()).toBe('1 10(3) 20(4 2)');
    fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
    await settle();
    expect(shownTree()).toBe(START);
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true);
  });

  it('waits for a move that is not confirmed yet', async () => {
    const server = serve();
    await show(server);
    act(() => {
      moves.move(pages(2), FULFILMENT, 'Fulfilment');
      moves.undo();
    });
    await settle();
    expect(server.sent.map(({ path }) => path)).toEqual([
      '/api/page/move',
      '/api/catalog/undoMove',
    ]);
    expect(shownTree()).toBe(START);
  });

  it('is not possible after ten minutes', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
    await settle();
    await act(async () => await vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(true);
    await settle();
    expect(server.sent).toHaveLength(1);
  });

  it('says why it failed', async () => {
    const server = serve({
      '/api/catalog/undoMove': () => errorResponse(10101, 'The move is too old'),
    });
    await show(server);
    act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
    await settle();
    act(() => moves.undo());
    await settle();
    expect(shownTree()).toBe('1 10(3) 20(4 2)');
    expect(screen.getByText('The move was not undone. The move is too old')).toBeTruthy();
  });
});

it('an undo that the server was too busy for can be repeated', async () => {
  let isBusy = true;
  const server = serve({
    '/api/catalog/undoMove': () =>
      isBusy ? errorResponse(10632, 'The server is busy') : okResponse({}),
  });
  await show(server);
  act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
  await settle();
  act(() => moves.undo());
  await settle();
  isBusy = false;
  server.menu = start;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await settle();
  expect(shownTree()).toBe(START);
  expect(server.sent.map(({ path }) => path)).toEqual([
    '/api/page/move',
    '/api/catalog/undoMove',
    '/api/catalog/undoMove',
  ]);
});

describe('the toast of a move', () => {
  it('disappears after 8 seconds, but not while it is hovered or focused', async () => {
    const server = serve();
    await show(server);
    act(() => moves.move(pages(2), FULFILMENT, 'Fulfilment'));
    await settle();
    const wait = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms));
    const undo = screen.getByRole('button', { name: 'Undo' });
    await wait(7000);
    act(() => undo.focus());
    await wait(60_000);
    expect(undo.isConnected).toBe(true);
    act(() => undo.blur());
    fireEvent.pointerEnter(undo.parentElement ?? undo);
    await wait(60_000);
    expect(undo.isConnected).toBe(true);
    fireEvent.pointerLeave(undo.parentElement ?? undo);
    await wait(7900);
    expect(undo.isConnected).toBe(true);
    await wait(200);
    expect(undo.isConnected).toBe(false);
  });
});

describe('the page being read moves to another item', () => {
  it('the reader follows it, and offers Undo there', async () => {
    const server = serve({ '/api/page/move': () => okResponse({ move_id: 'm' }) });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await show(server, 2);
    act(() => moves.move(pages(2), { itemId: 8, catId: 0 }, 'Data dictionary'));
    await settle();
    expect(assign).toHaveBeenCalledWith('/8/2');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

    cleanup();
    await show(server, 2);
    await settle();
    expect(screen.getByText('Moved 1 page to Data dictionary')).toBeTruthy();
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    await settle();
    expect(server.sent.at(-1)?.body).toEqual({ item_id: 3, move_id: 'm' });
    expect(assign).toHaveBeenLastCalledWith('/3/2');
  });
});
