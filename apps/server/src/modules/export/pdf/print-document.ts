import type { Language } from '@octavo/contract/entities';
import { escapeHtml } from '@octavo/markdown/escape';
import { translateTo } from '../../../texts.ts';
import type { Chapter, ExportSource } from '../export-source.ts';

const LANG: Readonly<Record<Language, string>> = { en: 'en', 'zh-cn': 'zh-CN' };
const MAX_HEADING_LEVEL = 6;

/** Print styles, in addition to the styles of the site. */
const STYLE = `
@page { size: A4; margin: 20mm 18mm 18mm; @bottom-center { content: counter(page); color: #636b7b; font: 9pt sans-serif; } }
@page :first { @bottom-center { content: none; } }
body { background: #fff; }
.cover { display: grid; align-content: center; min-height: 225mm; break-after: page; }
.cover h1 { font-size: 32pt; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.cover p { max-width: 120mm; margin-top: 6mm; color: #454d5e; font-size: 13pt; line-height: 1.6; white-space: pre-line; }
.cover::before { content: ''; width: 22mm; height: 2mm; margin-bottom: 9mm; border-radius: 1mm; background: #3355e0; }
.print-contents { break-after: page; font-size: 10.5pt; line-height: 1.6; }
.print-contents h2 { margin-bottom: 5mm; font-size: 17pt; }
.print-contents a { display: block; padding: 0.6mm 0; color: #14171f; }
.print-contents .catalog a { margin-top: 2mm; font-weight: 600; }
.chapter { margin-bottom: 6mm; font-size: 19pt; font-weight: 680; line-height: 1.3; overflow-wrap: anywhere; break-after: avoid; }
section.page { break-before: page; }
section.part { break-before: page; }
section.part + section { break-before: auto; }
section.part .chapter { padding-bottom: 3mm; border-bottom: 0.4mm solid #3355e0; font-size: 22pt; }
.prose img { max-height: 225mm; }
.prose img + figcaption { break-before: avoid; }
.prose .diagram img { display: block; width: auto; height: auto; margin: 0 auto; border-radius: 0; box-shadow: none; break-inside: avoid; }
.prose .undrawn { margin-bottom: 1.5mm; color: #636b7b; font-size: 9pt; white-space: pre-line; break-after: avoid; }
`;

export const bookmark = (number: number): string => `c${number}`;

function contents({ chapters, language }: ExportSource): string {
  if (chapters.length < 2) return '';
  const rows = chapters.map(
    ({ number, title, level, page }) =>
      `<li class="${page ? 'page' : 'catalog'}" style="padding-left:${(level - 1) * 6}mm">` +
      `<a href="#${bookmark(number)}">${escapeHtml(title)}</a></li>`,
  );
  const heading = escapeHtml(translateTo(language, 'exporting.contents'));
  return `<nav class="print-contents"><h2>${heading}</h2><ul>${rows.join('\n')}</ul></nav>`;
}

/** The beginning of the printed document. Its policy forbids scripts and external resources. */
export function printHead(source: ExportSource): string {
  const { item, name, language, chapters } = source;
  const description = item.item_description ? `<p>${escapeHtml(item.item_description)}</p>` : '';
  const cover =
    chapters.length > 1
      ? `<header class="cover"><div><h1>${escapeHtml(name)}</h1>${description}</div></header>`
      : '';
  return `<!doctype html>
<html lang="${LANG[language]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="site.css">
<link rel="stylesheet" href="math.css">
<style>${STYLE}</style>
</head>
<body>
${cover}
${contents(source)}
`;
}

export const PRINT_END = '</body>\n</html>\n';

/** Sets `aria-level`, from which Chromium derives the levels of PDF bookmarks. */
function withAriaLevels(html: string, level: number): string {
  return html.replaceAll(/<h([1-6])(?=[\s>])/g, (_tag, own: string) => {
    const ariaLevel = Math.min(MAX_HEADING_LEVEL, level + Number(own));
    return `<h${own} aria-level="${ariaLevel}"`;
  });
}

/** A catalog title or a page. Ids are made unique in the document, and images are not loaded lazily. */
export function printChapter({ number, title, level, page }: Chapter, html: string): string {
  const id = bookmark(number);
  const own = withAriaLevels(html, level)
    .replaceAll(/ (id="|href="#)user-content-/g, ` $1${id}-user-content-`)
    .replaceAll(' loading="lazy"', '');
  const heading = `<h1 class="chapter" id="${id}" aria-level="${Math.min(MAX_HEADING_LEVEL, level)}">${escapeHtml(title)}</h1>`;
  const article = page ? `\n<article class="prose">\n${own}</article>` : '';
  return `<section class="${page ? 'page' : 'part'}">${heading}${article}</section>\n`;
}
