import { copyText } from '../device/copy-text.ts';
import { shortHash } from './heading-hash.ts';

/** The labels of the controls that are added to a rendered page. */
export interface DressWords {
  readonly copy: string;
  readonly copied: string;
  readonly copyUrl: string;
  readonly wrap: string;
  readonly linkToSection: string;
  readonly codeHint: string;
  readonly zoom: string;
  readonly showLess: string;
  readonly showAll: (lines: number) => string;
}

interface DressEvents {
  readonly onZoom: (image: HTMLImageElement) => void;
  readonly onSectionCopied: () => void;
  readonly onCopyFailed: () => void;
}

const COPIED_SHOWN = 2000;

/**
 * Adds the interactive parts to a rendered page: buttons to copy, wrap and unfold code, tabs, line numbers,
 * heading links and image zoom. All elements and listeners are added inside `root`.
 */
export function dress(root: HTMLElement, words: DressWords, events: DressEvents): void {
  for (const figure of all(root, 'figure.code')) dressCode(figure, words);
  for (const group of all(root, '.code-tabs')) dressTabs(all(group, ':scope > figure.code'));
  for (const endpoint of all(root, '.endpoint[data-copy]'))
    endpoint.append(button('copy', { 'aria-label': words.copyUrl, 'data-tip': words.copyUrl }));
  for (const heading of all(root, ':is(h1,h2,h3,h4,h5,h6)[id]')) {
    // The button inside must not become part of the heading's accessible name.
    heading.ariaLabel = heading.textContent.trim();
    heading.prepend(button('anchor', { 'aria-label': words.linkToSection }));
  }
  for (const image of all(root, 'img'))
    if (!image.closest('a')) {
      const alt = image.getAttribute('alt');
      setAll(image, {
        role: 'button',
        tabindex: '0',
        'aria-label': alt ? `${words.zoom} ${alt}` : words.zoom,
      });
    }
  root.addEventListener('click', (event) => void onPress(event, words, events));
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
  const made = document.createElement('button');
  made.type = 'button';
  made.className = kind;
  setAll(made, attributes);
  made.textContent = text;
  return made;
}

function dressCode(figure: HTMLElement, words: DressWords): void {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const wrap = { 'aria-label': words.wrap, 'data-tip': words.wrap, 'aria-pressed': 'false' };
  tools.append(button('wrap', wrap), button('copy', { 'aria-live': 'polite' }, words.copy));
  figure.append(tools);
  const lines = Number(figure.dataset['lines'] ?? 0);
  if (figure.classList.contains('code-numbered')) figure.append(lineNumbers(lines));
  if (figure.classList.contains('code-long'))
    figure.append(button('code-more', { 'aria-expanded': 'false' }, words.showAll(lines)));
  if (figure.classList.contains('code-hint'))
    figure.querySelector('figcaption')?.setAttribute('data-hint', words.codeHint);
}

function lineNumbers(lines: number): HTMLElement {
  const numbers = document.createElement('span');
  numbers.className = 'code-lines';
  numbers.ariaHidden = 'true';
  numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  return numbers;
}

/** Groups titled code blocks into tabs, such as one request in several languages or several responses. */
function dressTabs(group: readonly HTMLElement[]): void {
  const list = document.createElement('div');
  list.className = 'code-tablist';
  list.role = 'tablist';
  const tabs = group.map((figure) => button('tab', { role: 'tab' }, figure.dataset['title']));
  list.append(...tabs);
  const select = (wanted: number) => {
    for (const [index, figure] of group.entries()) {
      const isShown = index === wanted;
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
    const wanted = (at + step + tabs.length) % tabs.length;
    if (step === 0) return;
    select(wanted);
    tabs[wanted]?.focus();
  });
  select(0);
}

async function onPress(event: MouseEvent, words: DressWords, events: DressEvents): Promise<void> {
  if (!(event.target instanceof Element)) return;
  if (event.target instanceof HTMLImageElement && event.target.role === 'button')
    return events.onZoom(event.target);
  const pressed = event.target.closest('button');
  const figure = pressed?.closest<HTMLElement>('figure.code');
  switch (pressed?.className) {
    case 'copy':
      return copy(pressed, words, events);
    case 'anchor':
      return copySection(pressed, events);
    case 'wrap':
      pressed.setAttribute('aria-pressed', String(figure?.toggleAttribute('data-wrap') ?? false));
      return;
    case 'code-more': {
      const isOpen = figure?.toggleAttribute('data-open') ?? false;
      pressed.setAttribute('aria-expanded', String(isOpen));
      const lines = Number(figure?.dataset['lines'] ?? 0);
      pressed.textContent = isOpen ? words.showLess : words.showAll(lines);
      if (!isOpen) figure?.scrollIntoView({ block: 'nearest' });
    }
  }
}

async function copy(pressed: HTMLElement, words: DressWords, events: DressEvents) {
  const code = pressed.closest('figure')?.querySelector('code')?.textContent;
  const text = code ?? pressed.closest<HTMLElement>('[data-copy]')?.dataset['copy'] ?? '';
  if (!(await copyText(text))) return events.onCopyFailed();
  pressed.dataset['done'] = '';
  if (code !== undefined) pressed.textContent = words.copied;
  setTimeout(() => {
    delete pressed.dataset['done'];
    if (code !== undefined) pressed.textContent = words.copy;
  }, COPIED_SHOWN);
}

async function copySection(pressed: HTMLElement, events: DressEvents) {
  const address = new URL(shortHash(`#${pressed.parentElement?.id ?? ''}`), location.href).href;
  history.replaceState(history.state, '', address);
  if (await copyText(address)) events.onSectionCopied();
  else events.onCopyFailed();
}
