import { escapeHtml } from '@octavo/markdown/escape';
import { LRUCache } from 'lru-cache';
import type { FullPage } from './page-bodies.ts';
import { pictureKeys, sizePictures } from '../attachment/sized-pictures.ts';
import type { KnownPicture } from '../attachment/sized-pictures.ts';
import { createRenderThread } from './render-thread.ts';
import type { Rendered, Source } from './render-thread.ts';

/** Markdown that is generated from the content of a page, in several variants (such as languages). */
interface Written {
  readonly variant: string;
  markdown(): string;
}

export interface Renderer {
  /** Rendered once per version and variant; for a sheet, only the first screen. */
  render(page: FullPage, written?: Written): Promise<Rendered>;
  close(): Promise<void>;
}

const MOST_BYTES = 64 * 1024 * 1024;
const LIMITS = { milliseconds: 5000, mostWaiting: 200 };
const TRY_AGAIN_MS = 10 * 60_000;
const SHEET = 1;

/** Fallback for a page that cannot be rendered in time: its source text. A sheet is left empty; the browser renders it. */
function asSource({ page_type, text }: Source): Rendered {
  const html = page_type === SHEET ? '' : `<pre class="cut">${escapeHtml(text)}</pre>`;
  return { html, outline: [] };
}

/** Looks up the sizes of images by file key; missing images are left out. */
type FindSizes = (keys: readonly string[]) => Promise<readonly KnownPicture[]>;

/** Renders HTML and outline of pages in a worker thread, one at a time, and caches them per version. */
export function createRenderer(
  siteOrigin: string,
  findSizes: FindSizes = async () => [],
  limits = LIMITS,
): Renderer {
  const thread = createRenderThread(siteOrigin, limits);

  async function withSizes(rendered: Rendered): Promise<Rendered> {
    const keys = pictureKeys(rendered.html);
    if (keys.length === 0) return rendered;
    return { ...rendered, html: sizePictures(rendered.html, await findSizes(keys)) };
  }

  const made = new LRUCache<string, Rendered, () => Source>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html }) => 2 * html.length + 1000,
    async fetchMethod(_key, _old, { context, options }) {
      const source = context();
      const rendered = await thread.run(source);
      if (rendered) return withSizes(rendered);
      // Retry later, since the machine may just be busy, but not on every request: a malicious page would cost a thread each time.
      options.ttl = TRY_AGAIN_MS;
      return asSource(source);
    },
  });
  return {
    async render({ page_id, version, page_type, page_content }, written) {
      const key = `${page_id}:${version}:${written?.variant ?? ''}`;
      const text = () => written?.markdown() ?? page_content;
      return made.forceFetch(key, { context: () => ({ page_type, text: text() }) });
    },
    close: () => thread.close(),
  };
}
