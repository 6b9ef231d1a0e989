import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enhanceContent } from './enhance-content.ts';

const labels = {
  copy: 'Copy',
  copied: 'Copied',
  copyUrl: 'Copy URL',
  wrap: 'Wrap lines',
  linkToSection: 'Link to this section',
  codeHint: 'Shown as text',
  zoom: 'Enlarge image',
  deletedPage: 'Page deleted',
  showLess: 'Show less',
  showAll: (lines: number) => `Show all ${lines} lines`,
};
const events = {
  onZoom: vi.fn<() => void>(),
  onSectionCopied: vi.fn<() => void>(),
  onCopyFailed: vi.fn<() => void>(),
};
let copied = '';

function page(html: string): HTMLElement {
  const root = document.createElement('article');
  root.innerHTML = html;
  document.body.append(root);
  enhanceContent(root, labels, events);
  return root;
}

const press = (root: HTMLElement, selector: string) =>
  root.querySelector<HTMLElement>(selector)?.click();

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        copied = text;
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('code', () => {
  const block = (more: string, lines: number) =>
    `<figure class="code ${more}" data-lines="${lines}"><pre><code>line one</code></pre></figure>`;

  it('is copied verbatim, and the button confirms it', async () => {
    const root = page(block('', 1));
    press(root, '.copy');
    await expect.poll(() => root.querySelector('.copy')?.textContent).toBe('Copied');
    expect(copied).toBe('line one');
  });

  it('that is marked as long has line numbers and can be unfolded', () => {
    const root = page(block('code-numbered code-long', 50));
    expect(root.querySelector('.code-lines')?.textContent.split('\n')).toHaveLength(50);
    press(root, '.code-more');
    expect(root.querySelector('figure')?.hasAttribute('data-open')).toBe(true);
    expect(root.querySelector('.code-more')?.textContent).toBe('Show less');
  });

  it('wraps its lines after a click on the wrap button', () => {
    const root = page(block('', 1));
    press(root, '.wrap');
    expect(root.querySelector('figure')?.hasAttribute('data-wrap')).toBe(true);
    expect(root.querySelector('.wrap')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('in a group is shown as tabs', () => {
    const root = page(
      `<div class="code-tabs">${['200 OK', '409 Conflict']
        .map(
          (title) => `<figure class="code" data-title="${title}"><pre><code></code></pre></figure>`,
        )
        .join('')}</div>`,
    );
    const [ok, conflict] = root.querySelectorAll<HTMLElement>('figure');
    expect([ok?.dataset['tab'], conflict?.dataset['tab']]).toEqual(['shown', 'away']);
    root.querySelectorAll<HTMLElement>('[role="tab"]')[1]?.click();
    expect([ok?.dataset['tab'], conflict?.dataset['tab']]).toEqual(['away', 'shown']);
  });
});

it('copies the URL of an endpoint', async () => {
  const root = page('<div class="endpoint" data-copy="https://api.example/x"></div>');
  press(root, '.copy');
  await expect.poll(() => copied).toBe('https://api.example/x');
});

it('copies the link to a heading and keeps its accessible name', async () => {
  const root = page('<h2 id="errors">Errors</h2>');
  expect(root.querySelector('h2')?.ariaLabel).toBe('Errors');
  press(root, '.anchor');
  await expect.poll(() => events.onSectionCopied).toHaveBeenCalled();
  expect(copied).toMatch(/#errors$/);
});

it('enlarges an image by click and Enter, unless it is inside a link', () => {
  const root = page('<img src="a.png" alt="A plan"><a href="/x"><img src="b.png"></a>');
  const [plan, linked] = root.querySelectorAll('img');
  expect(plan?.getAttribute('aria-label')).toBe('Enlarge image A plan');
  expect(linked?.getAttribute('role')).toBeNull();
  plan?.click();
  plan?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(events.onZoom).toHaveBeenCalledTimes(2);
});

it('a link to a deleted page says so', () => {
  const root = page('<a data-deleted href="/page/1">One</a> <a href="/page/2">Two</a>');
  expect([...root.querySelectorAll('a')].map((link) => link.title)).toEqual(['Page deleted', '']);
});
