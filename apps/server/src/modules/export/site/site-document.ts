import { readerTitle } from '@octavo/contract/reader';
import type { Heading } from '@octavo/markdown/document';
import { escapeHtml } from '@octavo/markdown/escape';
import type { Language } from '@octavo/contract/entities';
import { translateTo } from '../../../texts.ts';
import type { ExportSource } from '../export-source.ts';

/** The folder of styles, scripts and data. */
export const SITE_FOLDER = 'site';

export interface Link {
  readonly title: string;
  readonly href: string;
}

interface PageFrame {
  readonly source: Pick<ExportSource, 'item' | 'language'>;
  readonly title: string;
  /** The relative path to the root folder: `../../`. */
  readonly root: string;
  /** The number of the chapter; 0 for the index page. */
  readonly number: number;
  readonly hasMath: boolean;
  readonly hasDiagrams: boolean;
}

export interface SitePage extends PageFrame {
  readonly catalogPath: readonly string[];
  readonly html: string;
  readonly outline: readonly Heading[];
  readonly attachments: readonly Link[];
  readonly previous: Link | undefined;
  readonly next: Link | undefined;
}

const LANG: Readonly<Record<Language, string>> = { en: 'en', 'zh-cn': 'zh-CN' };

/** Forbids external resources. Formulas and diagrams need inline styles for their sizes. */
function contentSecurityPolicy({ hasMath, hasDiagrams }: PageFrame): string {
  const style = hasMath || hasDiagrams ? "'self' 'unsafe-inline'" : "'self'";
  return (
    `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self' data:; ` +
    `media-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'`
  );
}

function renderFrame(shown: PageFrame, main: string, aside: string): string {
  const { source, title, root, number, hasMath } = shown;
  const { item, language } = source;
  const t = (key: 'reader.catalog' | 'shell.skip' | 'exporting.contents') =>
    escapeHtml(translateTo(language, key));
  const name = escapeHtml(item.item_name);
  const documentTitle = escapeHtml(readerTitle(title, item.item_name));
  const math = hasMath ? `\n<link rel="stylesheet" href="${root}${SITE_FOLDER}/math.css">` : '';
  return `<!doctype html>
<html lang="${LANG[language]}" data-root="${root}" data-number="${number}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(shown)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${documentTitle}</title>
<link rel="stylesheet" href="${root}${SITE_FOLDER}/site.css">${math}
<script src="${root}${SITE_FOLDER}/theme.js"></script>
<script defer src="${root}${SITE_FOLDER}/contents.js"></script>
<script defer src="${root}${SITE_FOLDER}/site.js"></script>
</head>
<body>
<a class="skip" href="#main">${t('shell.skip')}</a>
<div class="app">
<nav class="side" id="side" aria-label="${t('reader.catalog')}">
<a class="side-head" href="${root}index.html"><span class="tile" aria-hidden="true">${escapeHtml(/^./u.exec(item.item_name.trim())?.[0] ?? '')}</span><span class="name">${name}</span></a>
<noscript><a class="row" href="${root}index.html">${t('exporting.contents')}</a></noscript>
</nav>
<div class="layout">
<main id="main" tabindex="-1">
${main}
</main>
${aside}
</div>
</div>
</body>
</html>
`;
}

function outlineList(outline: readonly Heading[]): string {
  const shown = outline.filter(({ level }) => level <= 3);
  const highest = Math.min(...shown.map(({ level }) => level));
  const entries = shown.map(
    ({ id, level, text }) =>
      `<li${level > highest ? ' class="below"' : ''}><a href="#${escapeHtml(encodeURI(id))}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul class="list">\n${entries.join('\n')}\n</ul>`;
}

function neighboursHtml(language: Language, { previous, next }: SitePage): string {
  const card = (link: Link | undefined, kind: 'previous' | 'next') =>
    link
      ? `<a class="card ${kind}" rel="${kind === 'next' ? 'next' : 'prev'}" href="${link.href}"><span>${escapeHtml(translateTo(language, kind === 'next' ? 'reader.next' : 'reader.previous'))}</span>${escapeHtml(link.title)}</a>`
      : '';
  const cards = card(previous, 'previous') + card(next, 'next');
  return cards && `<nav class="cards">${cards}</nav>`;
}

function attachmentsHtml(language: Language, attachments: readonly Link[]): string {
  if (attachments.length === 0) return '';
  const rows = attachments.map(
    ({ title, href }) => `<li><a href="${href}" download>${escapeHtml(title)}</a></li>`,
  );
  const heading = escapeHtml(translateTo(language, 'exporting.attachments'));
  return `<section class="attached"><h2>${heading}</h2><ul>${rows.join('')}</ul></section>`;
}

/** Renders a page of the site. */
export function pageDocument(page: SitePage): string {
  const { language } = page.source;
  const onThisPage = escapeHtml(translateTo(language, 'reader.onThisPage'));
  const list = page.outline.length > 1 ? outlineList(page.outline) : '';
  const catalogPath = page.catalogPath.map(escapeHtml).join('<i>/</i>');
  const main = [
    catalogPath && `<p class="way">${catalogPath}</p>`,
    `<h1 class="title">${escapeHtml(page.title)}</h1>`,
    list && `<details class="block"><summary>${onThisPage}</summary>${list}</details>`,
    `<article class="prose" id="content"${page.hasDiagrams ? ' data-draws' : ''}>\n${page.html}</article>`,
    attachmentsHtml(language, page.attachments),
    neighboursHtml(language, page),
  ];
  const aside = list && `<aside class="toc"><p class="caption">${onThisPage}</p>\n${list}</aside>`;
  return renderFrame(page, main.filter(Boolean).join('\n'), aside);
}

/** Renders the index page of the site: its description and the table of contents. */
export function indexDocument(
  source: ExportSource,
  hrefOf: (number: number) => string,
  pages: ReadonlySet<number>,
): string {
  const { item, chapters, language } = source;
  const renderChildren = (parent: number): string => {
    const rows = chapters.filter(
      (chapter) => chapter.parent === parent && (!chapter.page || pages.has(chapter.number)),
    );
    if (rows.length === 0) return '';
    const items = rows.map(({ number, title, page }) =>
      page
        ? `<li><a href="${hrefOf(number)}">${escapeHtml(title)}</a></li>`
        : `<li class="catalog"><b>${escapeHtml(title)}</b>${renderChildren(number)}</li>`,
    );
    return `<ul>\n${items.join('\n')}\n</ul>`;
  };
  const description = item.item_description
    ? `<p class="description">${escapeHtml(item.item_description)}</p>`
    : '';
  const main = `<h1 class="title">${escapeHtml(item.item_name)}</h1>\n${description}
<section class="contents" aria-label="${escapeHtml(translateTo(language, 'exporting.contents'))}">${renderChildren(0)}</section>`;
  const shown = { source, title: item.item_name, root: '', number: 0 };
  return renderFrame({ ...shown, hasMath: false, hasDiagrams: false }, main, '');
}
