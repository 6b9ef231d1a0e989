import { afterEach, expect, it, vi } from 'vitest';
import { okResponse, stubFetch } from '../../../tests/helpers/responses.ts';
import { serverDraftsOf } from './server-drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('sends a short draft of a hidden page also if the page is closed', async () => {
  stubFetch(() => okResponse({ is_kept: true }));
  const keepalive: unknown[] = [];
  // The requests of happy-dom do not have this property.
  class RecordedRequest extends Request {
    constructor(url: URL, init: RequestInit) {
      super(url, init);
      keepalive.push(init.keepalive);
    }
  }
  vi.stubGlobal('Request', RecordedRequest);
  const { put } = serverDraftsOf(1);
  const draft = { page_id: 7, draft_id: 'a', revision: 1, replaced_drafts: [] };
  await put({ ...draft, page_content: 'words' });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await put({ ...draft, page_content: 'words' });
  await put({ ...draft, page_content: 'words '.repeat(40_000) });
  const randomText = Array.from({ length: 20_000 }, () => Math.random()).join(' ');
  await put({ ...draft, page_content: randomText });
  expect(keepalive).toEqual([false, true, true, false]);
});
