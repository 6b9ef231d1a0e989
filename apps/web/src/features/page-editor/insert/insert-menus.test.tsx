import { history, undo } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubAccountApi } from '../../../../tests/helpers/account-api.ts';
import { renderInProviders } from '../../../../tests/helpers/render-in-providers.tsx';
import { errorResponse, okResponse } from '../../../../tests/helpers/responses.ts';
import { Toasts } from '../../../shared/ui/toasts.tsx';
import { createInsertController } from './insert-controller.ts';
import { InsertMenus } from './insert-menus.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const target = (page_id: number, page_title: string, item_id: number) => ({
  page_id,
  page_title,
  method: '',
  page_type: 0,
  item_id,
  item_name: `Item ${item_id}`,
  cat_path: 'Guides',
});

async function openEditor(replies: Parameters<typeof stubAccountApi>[0] = {}) {
  const sent = stubAccountApi({
    '/api/catalog/catListName': () => okResponse([{ cat_id: 2, cat_name: 'Orders' }]),
    '/api/page/suggest': () => okResponse([target(7, 'Old [v1]', 3), target(8, 'Other', 4)]),
    ...replies,
  });
  const controller = createInsertController();
  const parent = document.body.appendChild(document.createElement('div'));
  const view = new EditorView({
    parent,
    extensions: [history(), markdownLanguage, controller.extension],
  });
  vi.spyOn(view, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 20 });
  const uploads = {
    send: () => Promise.resolve(''),
    reasonOf: () => '',
    reportFailure() {},
    placeholderText: (name: string) => name,
    failedText: (name: string) => name,
    failedLabels: () => ({ retry: '', remove: '' }),
    offerTextFiles() {},
  };
  const onTool = vi.fn<(tool: string) => void>();
  await renderInProviders(
    <>
      <InsertMenus
        controller={controller}
        view={view}
        item_id={3}
        page_id={6}
        cat_id={2}
        uploads={uploads}
        onTool={onTool}
      />
      <Toasts />
    </>,
  );
  const type = (letters: string) =>
    act(async () => {
      for (const letter of letters)
        view.dispatch({ ...view.state.replaceSelection(letter), userEvent: 'input.type' });
    });
  const press = (key: string) =>
    act(async () => runScopeHandlers(view, new KeyboardEvent('keydown', { key }), 'editor'));
  return { view, type, press, onTool, sent, controller };
}

const text = (view: EditorView) => view.state.doc.toString();
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const selected = () => screen.findByRole('option', { selected: true });

describe('the slash menu', () => {
  it('moves by arrows, inserts with Enter and is undone in one step', async () => {
    const { view, type, press } = await openEditor();
    await type('/head');
    expect((await selected()).textContent).toContain('Heading 1');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowUp');
    expect((await selected()).textContent).toContain('Heading 3');
    expect(view.contentDOM.getAttribute('aria-activedescendant')).toBe((await selected()).id);
    await press('Enter');
    expect(text(view)).toBe('### ');
    expect(options()).toEqual([]);
    expect(view.contentDOM.hasAttribute('aria-activedescendant')).toBe(false);
    undo(view);
    expect(text(view)).toBe('/head');
  });

  it('shows two columns of groups without a query, and one list with it', async () => {
    const { type } = await openEditor();
    await type('/');
    await screen.findByRole('group', { name: 'Diagrams and formulas' });
    expect(screen.getAllByRole('group')).toHaveLength(5);
    await type('ta');
    await screen.findByRole('group', { name: 'Matches' });
    expect(screen.getAllByRole('group')).toHaveLength(1);
  });

  it('closes with Esc and after three letters without a match', async () => {
    const { view, type, press } = await openEditor();
    await type('/');
    await selected();
    await press('Escape');
    expect(options()).toEqual([]);
    await type(' /qq');
    await screen.findAllByText('Nothing found');
    await type('q');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(text(view)).toBe('/ /qqq');
  });

  it('opens the dialogs of the tools', async () => {
    const { view, type, press, onTool } = await openEditor();
    await type('/template');
    await selected();
    await press('Tab');
    expect(onTool).toHaveBeenCalledWith('templates');
    expect(text(view)).toBe('');
  });
});

describe('page links', () => {
  it('list this item first and escape brackets', async () => {
    const { view, type, press } = await openEditor();
    await type('[[o');
    expect((await selected()).textContent).toContain('Old [v1]');
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'This item',
      'Other items',
      'New page',
    ]);
    expect(screen.getByRole('listbox').querySelectorAll('hr')).toHaveLength(1);
    await press('Enter');
    expect(text(view)).toBe(String.raw`[Old \[v1\]](/page/7)`);
  });

  it('list the page being edited last', async () => {
    const { view, type, press } = await openEditor({
      '/api/page/suggest': () =>
        okResponse([target(6, 'Edited', 3), target(7, 'Viewed before', 3)]),
    });
    await type('[[');
    expect((await selected()).textContent).toContain('Viewed before');
    await press('Enter');
    expect(text(view)).toBe('[Viewed before](/page/7)');
  });

  it('never create a page before the search has ended', async () => {
    let answer: (() => void) | undefined;
    const { view, type, press, sent } = await openEditor({
      '/api/page/suggest': () =>
        new Promise((resolve) => {
          answer = () => resolve(okResponse([target(7, 'Orders', 3)]));
        }),
    });
    await type('[[Orders');
    await screen.findAllByText('New page “Orders” in Orders');
    await press('Enter');
    expect(text(view)).toBe('[[Orders');
    expect(sent.bodiesOf('/api/page/save')).toEqual([]);
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    expect((await selected()).textContent).toContain('Guides');
    await press('Enter');
    expect(text(view)).toBe('[Orders](/page/7)');
  });

  it('create a page once, with the same request id after a network error', async () => {
    let attempts = 0;
    const { view, type, press, sent } = await openEditor({
      '/api/page/suggest': () => okResponse([]),
      '/api/page/save': () => {
        attempts += 1;
        return attempts === 1
          ? new Response('', { status: 502 })
          : okResponse({ page_id: 9, version: 1 });
      },
    });
    await type('See [[New one');
    expect((await selected()).textContent).toBe('New page “New one” in Orders');
    // There is nothing above it to be separated from.
    expect(screen.getByRole('listbox').querySelector('hr')).toBeNull();
    await press('Enter');
    await act(async () => (await screen.findByRole('button', { name: 'Retry' })).click());
    await waitFor(() => expect(text(view)).toBe('See [New one](/page/9)'));
    const bodies = sent.bodiesOf('/api/page/save') as { request_id: string }[];
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ item_id: 3, cat_id: 2, page_content: '' });
  });

  it('keep the text if the page cannot be created', async () => {
    const { view, type, press } = await openEditor({
      '/api/page/suggest': () => okResponse([]),
      '/api/page/save': () => errorResponse(10300, 'The item is archived'),
    });
    await type('[[New');
    await selected();
    await press('Enter');
    await screen.findByText('The item is archived');
    expect(text(view)).toBe('[[New');
  });
});

describe('mentions', () => {
  it('show people who cannot see the page last, without a choice', async () => {
    const { view, type, press } = await openEditor({
      '/api/member/mentionable': () =>
        okResponse([
          { username: 'tomas', name: 'Tomas Kral', can_view: true },
          { username: 'tony', name: 'Tony Silva', can_view: false },
        ]),
    });
    await type('@to');
    expect((await selected()).textContent).toContain('Tomas Kral');
    const tony = screen.getAllByRole('option').at(-1);
    expect(tony?.textContent).toContain('tony · gets no notice');
    await act(async () => tony?.click());
    expect(text(view)).toBe('@to');
    await press('ArrowDown');
    await press('Enter');
    expect(text(view)).toBe('@tomas ');
  });
});
