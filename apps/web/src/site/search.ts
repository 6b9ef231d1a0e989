import { fillText } from '@octavo/texts/translate';
import type { SiteContents, SiteText } from '@octavo/contract/static-site';
import { element } from './element.ts';
import { toExcerpt, searchTexts, findMarks, toSearchWords } from './search-texts.ts';
import { loadScript } from './load-script.ts';

declare global {
  interface Window {
    octavoTexts: (texts: readonly SiteText[]) => void;
  }
}

const MAX_RESULTS = 50;

/** Loads all texts once, on the first search. */
function textLoader(root: string, files: number): () => Promise<readonly SiteText[]> {
  const texts: SiteText[] = [];
  let loading: Promise<unknown> | undefined;
  window.octavoTexts = (more) => {
    for (const text of more) texts.push(text);
  };
  return async () => {
    loading ??= Promise.all(
      Array.from({ length: files }, (_, at) => loadScript(`${root}site/search-${at + 1}.js`)),
    );
    await loading;
    return texts.toSorted(([a], [b]) => a - b);
  };
}

function toMarkedNodes(
  text: string,
  marks: readonly (readonly [number, number])[],
): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), element('mark', {}, text.slice(from, to)));
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}

/** The names of the catalogs above a chapter. */
function breadcrumbOf(chapters: SiteContents['chapters'], number: number): string {
  const names: string[] = [];
  let [level = 1] = chapters[number - 1] ?? [];
  for (let at = number - 2; at >= 0 && level > 1; at -= 1) {
    const [above = 1, title = '', href] = chapters[at] ?? [];
    if (above >= level || href !== '') continue;
    names.unshift(title);
    level = above;
  }
  return names.join(' / ');
}

/** The search box above the tree; while it is not empty, the results replace the tree. */
export function renderSearch(
  { words, chapters, searchFiles }: SiteContents,
  root: string,
  tree: HTMLElement,
) {
  const load = textLoader(root, searchFiles);
  const input = element('input', {
    type: 'search',
    class: 'search-input',
    placeholder: words.search,
    'aria-label': words.search,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const results = element('div', { class: 'results', 'aria-label': words.results });
  const state = element('p', { class: 'state', role: 'status' });
  results.hidden = true;
  const titleOf = (number: number) => chapters[number - 1]?.[1] ?? '';

  function resultRow(number: number, text: string, keywords: readonly string[]) {
    const title = titleOf(number);
    const { excerpt, marks } = toExcerpt(number, text, keywords);
    return element(
      'a',
      { class: 'result', href: root + (chapters[number - 1]?.[2] ?? '') },
      element('b', {}, ...toMarkedNodes(title, findMarks(title, keywords))),
      element('small', {}, breadcrumbOf(chapters, number)),
      element('span', {}, ...toMarkedNodes(excerpt, marks)),
    );
  }

  async function updateResults() {
    const keyword = input.value.trim();
    tree.hidden = keyword !== '';
    results.hidden = keyword === '';
    if (keyword === '') return;
    if (results.childElementCount === 0) state.textContent = words.searching;
    const texts = await load();
    if (input.value.trim() !== keyword) return;
    const found = searchTexts(texts, titleOf, keyword);
    const textOf = new Map(texts.map(([number, text]) => [number, text]));
    const rows = found
      .slice(0, MAX_RESULTS)
      .map((number) => resultRow(number, textOf.get(number) ?? '', toSearchWords(keyword)));
    state.textContent =
      found.length === 0 ? words.noHit : fillText(words.pages, { count: found.length });
    results.replaceChildren(state, ...rows);
  }

  results.append(state);
  input.addEventListener('input', () => void updateResults());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      void updateResults();
    }
    if (event.key === 'ArrowDown') moveFocus(event, results.querySelector('a'));
    if (event.key === 'Enter') results.querySelector('a')?.click();
  });
  results.addEventListener('keydown', (event) => {
    const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
    const direction = next[event.key as keyof typeof next];
    const to = direction && document.activeElement?.[direction];
    if (direction) moveFocus(event, to instanceof HTMLAnchorElement ? to : input);
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) moveFocus(event, input);
  });
  const box = element('div', { class: 'search' }, input);
  return { box, results };
}

function moveFocus(event: KeyboardEvent, to: HTMLElement | null) {
  if (!to) return;
  event.preventDefault();
  to.focus();
}
