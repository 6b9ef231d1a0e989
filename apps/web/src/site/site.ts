import { fillText } from '@octavo/texts/translate';
import type { SiteContents } from '@octavo/contract/static-site';
import { zoomImage } from '../reader/overlays/image-zoom.ts';
import { writeSetting } from '../shared/device/storage.ts';
import { showDiagramSource, type DiagramLabels } from '../shared/markdown/diagram-source.ts';
import { enhanceContent } from '../shared/markdown/enhance-content.ts';
import { element } from './element.ts';
import { loadScript } from './load-script.ts';
import { renderSearch } from './search.ts';
import { renderTree } from './tree.ts';
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import '../shared/markdown/prose.css';
import '../shared/ui/reading.css';
import './site.css';
import './menu.css';
import './page.css';
import './contents.css';

declare global {
  interface Window {
    readonly octavoSite: SiteContents;
    octavoDiagrams?: (root: HTMLElement, words: DiagramLabels) => Promise<void>;
  }
}

const site = window.octavoSite;
const { words } = site;
const page = document.documentElement;
const root = page.dataset['root'] ?? '';

function iconButton(kind: string, label: string) {
  return element('button', { type: 'button', class: `icon ${kind}`, 'aria-label': label });
}

function renderThemeButton(): HTMLElement {
  const button = iconButton('theme', words.switchTheme);
  button.addEventListener('click', () => {
    const theme = page.dataset['theme'] === 'dark' ? 'light' : 'dark';
    page.dataset['theme'] = theme;
    writeSetting('theme', theme);
  });
  return button;
}

/** Adds the bar and buttons that open and close the menu, which covers the page on small screens. */
function renderMenuButton(side: HTMLElement): void {
  const open = iconButton('menu', words.openMenu);
  const close = iconButton('close', words.close);
  const show = (isOpen: boolean) => {
    side.toggleAttribute('data-open', isOpen);
    open.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? close : open).focus();
  };
  open.setAttribute('aria-controls', side.id);
  open.addEventListener('click', () => show(true));
  close.addEventListener('click', () => show(false));
  side.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && side.hasAttribute('data-open')) show(false);
  });
  document.addEventListener('click', ({ target }) => {
    const isOutside = target instanceof Node && !side.contains(target) && target !== open;
    if (isOutside && side.hasAttribute('data-open')) show(false);
  });
  const name = side.querySelector('.side-head .name')?.textContent ?? '';
  const home = element('a', { href: `${root}index.html` }, name);
  side.before(element('header', { class: 'bar' }, open, home, renderThemeButton()));
  side.querySelector('.side-head')?.after(close);
}

function renderSideMenu(side: HTMLElement): void {
  const tree = renderTree(site.chapters, root, Number(page.dataset['number']));
  const { box, results } = renderSearch(site, root, tree);
  const foot = element('div', { class: 'side-foot' }, renderThemeButton());
  side.append(box, results, tree, foot);
  renderMenuButton(side);
  const current = tree.querySelector<HTMLElement>('[aria-current]');
  if (current) tree.scrollTop = current.offsetTop - tree.clientHeight / 2;
}

/** Marks the current heading in the table of contents: the last one in the upper third of the window or above. */
function followHeadings(list: HTMLElement): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const headings = links.map(({ hash }) =>
    document.getElementById(decodeURIComponent(hash.slice(1))),
  );
  const updateCurrent = () => {
    const line = innerHeight / 3;
    const at = headings.findLastIndex(
      (heading) => heading && heading.getBoundingClientRect().top < line,
    );
    for (const [index, link] of links.entries()) {
      if (index === Math.max(0, at)) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', updateCurrent, { passive: true });
  updateCurrent();
}

function enhancePage(content: HTMLElement): void {
  enhanceContent(
    content,
    {
      ...words,
      showAll: (lines) => fillText(words.showAllLines, { count: lines }),
    },
    {
      onZoom: (image) => zoomImage(image, words),
      onSectionCopied: () => {},
      onCopyFailed: () => alert(words.copyFailed),
    },
  );
  const diagrams = content.querySelectorAll<HTMLElement>('pre.mermaid');
  if (diagrams.length > 0)
    loadScript(`${root}site/diagrams.js`)
      .then(() =>
        window.octavoDiagrams?.(content, { failed: words.diagramFailed, label: words.diagram }),
      )
      .catch(() => {
        for (const block of diagrams)
          showDiagramSource(block, block.textContent, words.diagramFailed);
      });
}

const side = document.getElementById('side');
if (side) renderSideMenu(side);
const content = document.getElementById('content');
if (content) enhancePage(content);
const toc = document.querySelector<HTMLElement>('.toc');
if (toc) followHeadings(toc);
