import { copyText } from '../device/copy-text.ts';
import { shortHash } from './heading-hash.ts';

/** The labels of the controls that are added to a rendered page. */
export interface EnhanceLabels {
  readonly copy: string;
  readonly copied: string;
  readonly copyUrl: string;
  readonly wrap: string;
  readonly linkToSection: string;
  readonly codeHint: string;
  readonly zoom: string;
  /** Absent where links are not marked. */
  readonly deletedPage?: string;
  readonly showLess: string;
  readonly showAll: (lines: number) => string;
}

interface EnhanceEvents {
  readonly onZoom: (image: HTMLImageElement) => void;
  readonly onSectionCopied: () => void;
  readonly onCopyFailed: () => void;
}

const COPIED_DURATION_MS = 2000;

/**
 * Adds the interactive parts to a rendered page: buttons to copy, wrap and unfold code, tabs, line numbers,
 * heading links, image zoom and the reason why a link is struck through. All elements and listeners are added inside `root`.
 */
export function enhanceContent(
  root: HTMLElement,
  labels: EnhanceLabels,
  events: EnhanceEvents,
): void {
  for (const figure of all(root, 'figure.code')) enhanceCodeBlock(figure, labels);
  for (const group of all(root, '.code-tabs')) enhanceTabs(all(group, ':scope > figure.code'));
  for (const endpoint of all(root, '.endpoint[data-copy]'))
    endpoint.append(button('copy', { 'aria-label': labels.copyUrl, 'data-tip': labels.copyUrl }));
  for (const heading of all(root, ':is(h1,h2,h3,h4,h5,h6)[id]')) {
    // The button inside must not become part of the heading's accessible name.
    heading.ariaLabel = heading.textContent.trim();
    heading.prepend(button('anchor', { 'aria-label': labels.linkToSection }));
  }
  for (const image of all(root, 'img'))
    if (!image.closest('a')) {
      const alt = image.getAttribute('alt');
      setAll(image, {
        role: 'button',
        tabindex: '0',
        'aria-label': alt ? `${labels.zoom} ${alt}` : labels.zoom,
      });
    }
  for (const link of all(root, 'a[data-deleted]')) link.title = labels.deletedPage ?? '';
  root.addEventListener('click', (event) => void onClick(event, labels, events));
  root.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLImageElement && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      events.onZoom(event.target);
    }
  });
}

function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

function setAll(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function button(kind: string, attributes: Readonly<Record<string, string>>, text = '') {
  const buttonElement = document.createElement('button');
  buttonElement.type = 'button';
  buttonElement.className = kind;
  setAll(buttonElement, attributes);
  buttonElement.textContent = text;
  return buttonElement;
}

function enhanceCodeBlock(figure: HTMLElement, labels: EnhanceLabels): void {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const wrap = { 'aria-label': labels.wrap, 'data-tip': labels.wrap, 'aria-pressed': 'false' };
  tools.append(button('wrap', wrap), button('copy', { 'aria-live': 'polite' }, labels.copy));
  figure.append(tools);
  const lines = Number(figure.dataset['lines'] ?? 0);
  if (figure.classList.contains('code-numbered')) figure.append(lineNumbers(lines));
  if (figure.classList.contains('code-long'))
    figure.append(button('code-more', { 'aria-expanded': 'false' }, labels.showAll(lines)));
  if (figure.classList.contains('code-hint'))
    figure.querySelector('figcaption')?.setAttribute('data-hint', labels.codeHint);
}

function lineNumbers(lines: number): HTMLElement {
  const numbers = document.createElement('span');
  numbers.className = 'code-lines';
  numbers.ariaHidden = 'true';
  numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  return numbers;
}

/** Groups titled code blocks into tabs, such as one request in several languages or several responses. */
function enhanceTabs(group: readonly HTMLElement[]): void {
  const list = document.createElement('div');
  list.className = 'code-tablist';
  list.role = 'tablist';
  const tabs = group.map((figure) => button('tab', { role: 'tab' }, figure.dataset['title']));
  list.append(...tabs);
  const select = (selected: number) => {
    for (const [index, figure] of group.entries()) {
      const isShown = index === selected;
      figure.dataset['tab'] = isShown ? 'shown' : 'away';
      setAll(tabs[index] ?? figure, {
        'aria-selected': String(isShown),
        tabindex: isShown ? '0' : '-1',
      });
      if (isShown) figure.prepend(list);
    }
  };
  for (const [index, tab] of tabs.entries()) tab.addEventListener('click', () => select(index));
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const selected = (at + step + tabs.length) % tabs.length;
    if (step === 0) return;
    select(selected);
    tabs[selected]?.focus();
  });
  select(0);
}

async function onClick(
  event: MouseEvent,
  labels: EnhanceLabels,
  events: EnhanceEvents,
): Promise<void> {
  if (!(event.target instanceof Element)) return;
  if (event.target instanceof HTMLImageElement && event.target.role === 'button')
    return events.onZoom(event.target);
  const clicked = event.target.closest('button');
  const figure = clicked?.closest<HTMLElement>('figure.code');
  switch (clicked?.className) {
    case 'copy':
      return copy(clicked, labels, events);
    case 'anchor':
      return copySection(clicked, events);
    case 'wrap':
      clicked.setAttribute('aria-pressed', String(figure?.toggleAttribute('data-wrap') ?? false));
      return;
    case 'code-more': {
      const isOpen = figure?.toggleAttribute('data-open') ?? false;
      clicked.setAttribute('aria-expanded', String(isOpen));
      const lines = Number(figure?.dataset['lines'] ?? 0);
      clicked.textContent = isOpen ? labels.showLess : labels.showAll(lines);
      if (!isOpen) figure?.scrollIntoView({ block: 'nearest' });
    }
  }
}

async function copy(clicked: HTMLElement, labels: EnhanceLabels, events: EnhanceEvents) {
  const code = clicked.closest('figure')?.querySelector('code')?.textContent;
  const text = code ?? clicked.closest<HTMLElement>('[data-copy]')?.dataset['copy'] ?? '';
  if (!(await copyText(text))) return events.onCopyFailed();
  clicked.dataset['done'] = '';
  if (code !== undefined) clicked.textContent = labels.copied;
  setTimeout(() => {
    delete clicked.dataset['done'];
    if (code !== undefined) clicked.textContent = labels.copy;
  }, COPIED_DURATION_MS);
}

async function copySection(clicked: HTMLElement, events: EnhanceEvents) {
  const address = new URL(shortHash(`#${clicked.parentElement?.id ?? ''}`), location.href).href;
  history.replaceState(history.state, '', address);
  if (await copyText(address)) events.onSectionCopied();
  else events.onCopyFailed();
}
