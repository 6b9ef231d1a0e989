import { afterAll, describe, expect, it } from 'vitest';
import { createCacheMemory } from '../../realtime/cache-memory.ts';
import type { PageWithContent } from './page-content-cache.ts';
import { createRenderer } from './render.ts';

const cacheMemory = () => createCacheMemory(64 * 1024 * 1024);
const renderer = createRenderer('https://octavo.test', cacheMemory());
afterAll(() => renderer.close());

const page = (
  page_id: number,
  page_content: string,
  more: Partial<PageWithContent> = {},
): PageWithContent => ({
  page_id,
  page_content,
  item_id: 1,
  cat_id: 0,
  top_cat_id: 0,
  s_number: 99,
  page_title: '',
  page_type: 0,
  method: '',
  version: 1,
  creator_uid: null,
  author_uid: null,
  author_username: '',
  addtime: new Date(),
  page_addtime: new Date(),
  unique_key: null,
  page_comments: '',
  attachment_count: 0,
  ...more,
});

describe('rendering', () => {
  it('returns safe HTML and the outline', async () => {
    const source = '# One\n\ntext <script>alert(1)</script>\n\n## Two\n';
    const { html, outline } = await renderer.render(page(1, source));
    expect(html).toContain('<h2 id="user-content-two">Two</h2>');
    expect(html).not.toContain('<script');
    expect(outline?.map(({ level, text }) => [level, text])).toEqual([
      [1, 'One'],
      [2, 'Two'],
    ]);
  });

  it('happens once per version; concurrent requests share the result', async () => {
    const many = await Promise.all(
      Array.from({ length: 50 }, () => renderer.render(page(2, 'together'))),
    );
    expect(new Set(many).size).toBe(1);
    const next = await renderer.render(page(2, 'another', { version: 2 }));
    expect(next.html).toContain('<p>another</p>');
  });

  it('works for many pages in sequence', async () => {
    for (let at = 100; at < 120; at += 1)
      expect((await renderer.render(page(at, `text ${at}`))).html).toBe(`<p>text ${at}</p>\n`);
  });

  it('does not block the event loop', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await renderer.render(
      page(3, '| a | b |\n|---|---|\n'.concat('| *x* | `y` |\n'.repeat(20_000))),
    );
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('renders the first rows of a sheet', async () => {
    const text = '[{"name":"a","rows":{"0":{"cells":{"0":{"text":"<b>"}}}}}]';
    const { html, outline } = await renderer.render(page(4, text, { page_type: 1 }));
    expect(html).toContain('<td>&lt;b&gt;</td>');
    expect(outline).toEqual([]);
    expect(await renderer.render(page(5, '', { page_type: 1 }))).toMatchObject({ html: '' });
  });

  it('returns the source of a page that times out, and caches it', async () => {
    const impatientRenderer = createRenderer('https://octavo.test', cacheMemory(), undefined, {
      timeoutMs: 1,
      maxQueued: 10,
    });
    const slow = `<b> & ${'**x** '.repeat(200_000)}`;
    const { html, outline } = await impatientRenderer.render(page(5, slow));
    expect(html).toContain('<pre class="cut">&lt;b&gt; &amp; **x**');
    expect(outline).toEqual([]);
    const again = await impatientRenderer.render(page(5, slow));
    expect(again.html).toBe(html);
    await impatientRenderer.close();
  });

  it('rejects requests when the queue is full', async () => {
    const smallQueueRenderer = createRenderer('https://octavo.test', cacheMemory(), undefined, {
      timeoutMs: 3000,
      maxQueued: 2,
    });
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) => smallQueueRenderer.render(page(10 + at, `text ${at}`))),
    );
    expect(all.filter((one) => one.status === 'rejected')).toHaveLength(3);
    expect((await smallQueueRenderer.render(page(20, 'later'))).html).toContain('<p>later</p>');
    await smallQueueRenderer.close();
  });
});
