import type { SiteEntry } from '@octavo/contract/static-site';
import styles from '../reader/parts/tree.module.css';
import { methodClasses, methodLabel } from '../shared/ui/method-classes.ts';
import { element } from './element.ts';

interface OpenCatalog {
  readonly level: number;
  readonly children: HTMLElement;
}

const classesOf = (kind: 'page' | 'catalog', level: number) =>
  `${styles.row} ${styles[kind]} ${styles[`level${level}`]}`;

function pageRow([level, title, href, method]: SiteEntry, root: string, isCurrent: boolean) {
  const row = element(
    'a',
    { class: classesOf('page', level), href: root + href, title },
    element('span', { class: `${styles.name}` }, title),
  );
  if (method)
    row.prepend(element('span', { class: methodClasses(method, true) }, methodLabel(method)));
  if (isCurrent) row.setAttribute('aria-current', 'page');
  return row;
}

function caret(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('fill', 'none');
  svg.setAttribute('stroke', 'currentColor');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg.namespaceURI, 'path');
  line.setAttribute('d', 'm9 18 6-6-6-6');
  svg.append(line);
  return svg;
}

function catalogRow([level, title]: SiteEntry, children: HTMLElement) {
  const row = element(
    'button',
    { type: 'button', class: classesOf('catalog', level), title },
    caret(),
    element('span', { class: `${styles.name}` }, title),
  );
  const show = (isOpen: boolean) => {
    children.hidden = !isOpen;
    row.setAttribute('aria-expanded', String(isOpen));
  };
  row.addEventListener('click', () => show(children.hidden === true));
  show(false);
  return { row, show };
}

/** The tree of collapsible catalogs and page links; the catalogs above the current page are open. */
export function renderTree(
  chapters: readonly SiteEntry[],
  root: string,
  current: number,
): HTMLElement {
  const tree = element('div', { class: `${styles.tree}` });
  const ancestors: (OpenCatalog & { show: (isOpen: boolean) => void })[] = [];
  for (const [index, chapter] of chapters.entries()) {
    const [level, , href] = chapter;
    while ((ancestors.at(-1)?.level ?? 0) >= level) ancestors.pop();
    const parent = ancestors.at(-1)?.children ?? tree;
    if (href !== '') {
      const isCurrent = index + 1 === current;
      parent.append(pageRow(chapter, root, isCurrent));
      if (isCurrent) for (const { show } of ancestors) show(true);
    } else {
      const children = element('div', { class: 'branch' });
      const { row, show } = catalogRow(chapter, children);
      parent.append(row, children);
      ancestors.push({ level, children, show });
    }
  }
  return tree;
}
