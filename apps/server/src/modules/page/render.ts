import { escapeHtml } from '@octavo/markdown/escape';
import { LRUCache } from 'lru-cache';
import type { FullPage } from './page-bodies.ts';
import { pictureKeys, sizePictures } from '../attachment/sized-pictures.ts';
import type { KnownPicture } from '../attachment/sized-pictures.ts';
import { createRenderThread } from './render-thread.ts';
import type { Rendered, Source } from './render-thread.ts';

/** A page whose Markdown is not its content but written from it, in several ways. */
interface Written {
  readonly variant: string;
  markdown(): string;
}

export interface Renderer {
  /** Made once per version and variant; of a sheet it is the first screen. */
  render(page: FullPage, written?: Written): Promise<Rendered>;
  close(): Promise<void>;
}

const MOST_BYTES = 64 * 1024 * 1024;
const LIMITS = { milliseconds: 5000, mostWaiting: 200 };
const TRY_AGAIN_MS = 10 * 60_000;
const SHEET = 1;

/** A page that cannot be rendered in time is shown as it was written; a table is drawn by the reader itself. */
function asSource({ page_type, text }: Source): Rendered {
  const html = page_type === SHEET ? '' : `<pre class="cut">${escapeHtml(text)}</pre>`;
  return { html, outline: [] };
}

/** The sizes of these pictures; a picture that is gone has none. */
type FindSizes = (keys: readonly string[]) => Promise<readonly KnownPicture[]>;

/** HTML and outline of pages, made beside the event loop, one after the other, once per version. */
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
      // Perhaps the machine was busy; but a page written to hurt must not cost a thread each time.
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
