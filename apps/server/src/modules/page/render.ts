import { SHEET_PAGE } from '@octavo/contract/page-type';
import { escapeHtml } from '@octavo/markdown/escape';
import { stringBytes } from '../../realtime/cache-memory.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import type { PageWithContent } from './page-content-cache.ts';
import { extractPictureKeys, addPictureSizes } from '../picture/picture-markup.ts';
import type { PictureInfo } from '../picture/picture-markup.ts';
import { createRenderThread } from './render-thread.ts';
import type { RenderedPage, PageSource } from './render-thread.ts';

/** Markdown that is generated from the content of a page, in several variants (such as languages). */
interface GeneratedMarkdown {
  readonly variant: string;
  markdown(): string;
}

export interface Renderer {
  /** Rendered once per version and variant; for a sheet, only the first screen. */
  render(page: PageWithContent, generated?: GeneratedMarkdown): Promise<RenderedPage>;
  close(): Promise<void>;
}

/** An outline entry with its anchor and a short title. */
const OUTLINE_ENTRY_BYTES = 250;
const LIMITS = { timeoutMs: 5000, maxQueued: 200 };
const RETRY_MS = 10 * 60_000;

/** Fallback for a page that cannot be rendered in time: its source text. A sheet is left empty; the browser renders it. */
function renderAsSource({ page_type, text }: PageSource): RenderedPage {
  const html = page_type === SHEET_PAGE ? '' : `<pre class="cut">${escapeHtml(text)}</pre>`;
  return { html, outline: [] };
}

/** Looks up the sizes of images by file key; missing images are left out. */
type FindSizes = (keys: readonly string[]) => Promise<readonly PictureInfo[]>;

/** Renders HTML and outline of pages in a worker thread, one at a time, and caches them per version. */
export function createRenderer(
  siteOrigin: string,
  memory: CacheMemory,
  findSizes: FindSizes = async () => [],
  limits = LIMITS,
): Renderer {
  const thread = createRenderThread(siteOrigin, limits);

  async function withSizes(rendered: RenderedPage): Promise<RenderedPage> {
    const keys = extractPictureKeys(rendered.html);
    if (keys.length === 0) return rendered;
    return { ...rendered, html: addPictureSizes(rendered.html, await findSizes(keys)) };
  }

  const renderCache = memory.create<string, RenderedPage, () => PageSource>('renderedPages', {
    sizeCalculation: ({ html, outline }) =>
      stringBytes(html) + OUTLINE_ENTRY_BYTES * outline.length,
    async fetchMethod(_key, _old, { context, options }) {
      const source = context();
      const rendered = await thread.run(source);
      if (rendered) return withSizes(rendered);
      // Retry later, since the machine may just be busy, but not on every request: a malicious page would cost a thread each time.
      options.ttl = RETRY_MS;
      return renderAsSource(source);
    },
  });
  return {
    async render({ page_id, version, page_type, page_content }, generated) {
      const key = `${page_id}:${version}:${generated?.variant ?? ''}`;
      const text = () => generated?.markdown() ?? page_content;
      return renderCache.forceFetch(key, { context: () => ({ page_type, text: text() }) });
    },
    close: () => thread.close(),
  };
}
