import type { SiteChapter } from '@octavo/contract/static-site';
import { element } from './element.ts';

interface Place {
  readonly level: number;
  readonly children: HTMLElement;
}

function pageRow([level, title, href, method]: SiteChapter, root: string, isCurrent: boolean) {
  const row = element(
    'a',
    { class: 'row page', href: root + href, 'data-level': String(level), title },
    element('span', { class: 'name' }, title),
  );
  if (method) {
    const label = element('span', { class: 'label', 'data-method': method.toLowerCase() }, method);
    row.append(label);
  }
  if (isCurrent) row.setAttribute('aria-current', 'page');
  return row;
}

function catalogRow([level, title]: SiteChapter, children: HTMLElement) {
  const row = element(
    'button',
    { type: 'button', class: 'row catalog', 'data-level': String(level), title },
    element('span', { class: 'caret', 'aria-hidden': 'true' }),
    element('span', { class: 'name' }, title),
  );
  const show = (isOpen: boolean) => {
    children.hidden = !isOpen;
    row.setAttribute('aria-expanded', String(isOpen));
  };
  row.addEventListener('click', () => show(children.hidden === true));
  show(false);
  return { row, show };
}

/** Catalogs that open and close, pages that are links; the way to the page that is read is open. */
export function drawTree(
  chapters: readonly SiteChapter[],
  root: string,
  current: number,
): HTMLElement {
  const tree = element('div', { class: 'tree' });
  const above: (Place & { show: (isOpen: boolean) => void })[] = [];
  for (const [index, chapter] of chapters.entries()) {
    const [level, , href] = chapter;
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const place = above.at(-1)?.children ?? tree;
    if (href !== '') {
      const isCurrent = index + 1 === current;
      place.append(pageRow(chapter, root, isCurrent));
      if (isCurrent) for (const { show } of above) show(true);
    } else {
      const children = element('div', { class: 'branch' });
      const { row, show } = catalogRow(chapter, children);
      place.append(row, children);
      above.push({ level, children, show });
    }
  }
  return tree;
}
