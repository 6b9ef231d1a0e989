import { calls } from '@octavo/contract';
import { readerErrors } from '@octavo/contract/reader-errors';
import { MAX_FULL_MENU_PAGES, type ReaderDocument, type ReaderView } from '@octavo/contract/reader';
import { call } from '../shared/api/call.ts';
import { BusinessError } from '../shared/api/call-error.ts';
import { initialLanguage } from '../shared/i18n/language.ts';
import { findNeighbours } from './model/menu.ts';
import { passwordUrl } from './parts/page-failure.tsx';

/** Loads the data of a server-rendered document with separate calls; used only with the development server. */
export async function loadDocument(): Promise<ReaderDocument> {
  const [, first = '', second = ''] = location.pathname.split('/');
  const readerDocument = {
    language: initialLanguage(),
    is_login: false,
    site_name: 'Octavo',
    site_logo: '',
  };
  try {
    const view = await loadView(first, second);
    return { ...readerDocument, is_login: view.kind === 'item' && view.item.is_login, view };
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    if (error.code === readerErrors.visitPasswordNeeded.code) location.assign(passwordUrl(first));
    return {
      ...readerDocument,
      view: { kind: 'missing', reason: first === 'p' ? 'cancelled' : 'notFound' },
    };
  }
}

async function loadView(first: string, second: string): Promise<ReaderView> {
  if (first === 'p')
    return {
      kind: 'page',
      page: await call(calls.page.infoByKey, { unique_key: second, with_html: true }),
    };
  const page_id = Number(second || new URLSearchParams(location.search).get('page_id') || 0);
  const item_id =
    first === 'page' ? String((await call(calls.page.info, { page_id })).item_id) : first;
  const input = { item_id, page_id };
  const top = await call(calls.item.info, { ...input, menu: 'top' });
  const item = top.page_count > MAX_FULL_MENU_PAGES ? top : await call(calls.item.info, input);
  const shownPageId = page_id || item.default_page_id;
  const page =
    shownPageId === 0
      ? null
      : await call(calls.page.info, { page_id: shownPageId, with_html: true });
  return { kind: 'item', item, page, around: findNeighbours(item.menu, shownPageId) };
}
