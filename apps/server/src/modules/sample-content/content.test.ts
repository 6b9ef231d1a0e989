import { languages } from '@octavo/contract/entities';
import { paths } from '@octavo/contract/paths';
import { findMethod } from '@octavo/markdown/find-method';
import { apiDocumentTemplate } from '@octavo/markdown/templates/api-document';
import { toHtml } from '@octavo/markdown/to-html';
import { describe, expect, it } from 'vitest';
import { readContent } from './content-folder.ts';
import type { Content, ContentFile } from './content-folder.ts';
import { linkedPaths, resolveFileLinks } from './content-links.ts';

const names = ['help', 'demo'] as const;
const all = names.flatMap((name) => languages.map((language) => ({ name, language })));

const EXTERNAL_URL = /^https:/;
const SITE_PATHS = new Set([
  '/help',
  '/demo',
  '/api/docs',
  paths.login.href(),
  paths.register.href(),
]);
const UNFINISHED =
  /lorem|ipsum|\b(?:todo|tbd|fixme|xxx|coming soon)\b|待补充|待完善|占位|敬请期待/i;
/** Markdown syntax that must not appear in the rendered page. */
const MARKDOWN_SYNTAX = /\[!\w+\]|\$\$|\|:?-{3}|\*\*|~~|\[TOC\]|\[\^/;

function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function linksOf(text: string): string[] {
  return Array.from(withoutCode(text).matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => target);
}

function jsonOf(text: string): string[] {
  const blocks = text
    .replaceAll(/^`{4}[^]*?^`{4}$/gm, '')
    .matchAll(/^```json\b[^\n]*\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, code = '']) => code);
}

function isJson(code: string): boolean {
  try {
    JSON.parse(code);
    return true;
  } catch {
    return false;
  }
}

/** The rendered text of a page without code. */
function visibleText(text: string): string {
  return toHtml(text)
    .html.replaceAll(/<(pre|code)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, '');
}

function pathsOf(files: readonly ContentFile[]): string[] {
  return files.map(({ path }) => path);
}

function parentOf(folder: string): string {
  return folder.split('/').slice(0, -1).join('/');
}

describe.each(all)('the content of $name in $language', ({ name, language }) => {
  const contentPromise = readContent(name, language);

  it('has a title for every file and a text for every page', async () => {
    const { item, catalogs, pages } = await contentPromise;
    const untitled = [item, ...catalogs, ...pages].filter(
      ({ title }) => !/^\S.{0,99}$/.test(title),
    );
    expect(pathsOf(untitled)).toEqual([]);
    expect(pathsOf(pages.filter(({ text }) => text.length < 100))).toEqual([]);
    expect(item.text).toMatch(/^.{20,200}$/);
  });

  it('describes every folder, has three levels at most, and orders the entries of each', async () => {
    const { catalogs, pages } = await contentPromise;
    const folders = new Set(['', ...catalogs.map(({ folder }) => folder)]);
    const entries = [
      ...pages.map(({ folder, order }) => ({ kind: 'page', folder, order })),
      ...catalogs.map(({ folder, order }) => ({ kind: 'folder', folder: parentOf(folder), order })),
    ];
    expect(entries.filter(({ folder }) => !folders.has(folder))).toEqual([]);
    expect(entries.filter(({ order }) => !(order > 0))).toEqual([]);
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(entries.length);
    expect([...folders].filter((folder) => folder.split('/').length > 3)).toEqual([]);
  });

  it('has no broken link', async () => {
    const { pages } = await contentPromise;
    const pagePaths = new Set(pathsOf(pages));
    for (const page of pages) {
      expect(linkedPaths(page).filter((path) => !pagePaths.has(path))).toEqual([]);
      const links = linksOf(resolveFileLinks(page, () => '/demo')).map(
        (link) => link.split('#')[0],
      );
      expect(
        links.filter((link = '') => !EXTERNAL_URL.test(link) && !SITE_PATHS.has(link)),
      ).toEqual([]);
    }
  });

  it('has no link to a heading that does not exist', async () => {
    const { pages } = await contentPromise;
    const headings = new Set(
      pages.flatMap(({ path, text }) =>
        toHtml(text).outline.map(({ id }) => `${path}#${id.replace(/^user-content-/, '')}`),
      ),
    );
    const links = pages.flatMap((page) => linksOf(resolveFileLinks(page, (path) => path)));
    const broken = links.filter((link) => /\.md#/.test(link) && !headings.has(link));
    expect(broken).toEqual([]);
  });

  it('contains no unfinished text', async () => {
    const { item, catalogs, pages } = await contentPromise;
    const unfinished = [item, ...catalogs, ...pages].filter(({ title, text }) =>
      UNFINISHED.test(title + withoutCode(text)),
    );
    expect(pathsOf(unfinished)).toEqual([]);
  });

  it('contains only valid JSON examples', async () => {
    const { pages } = await contentPromise;
    expect(pages.flatMap(({ text }) => jsonOf(text)).filter((code) => !isJson(code))).toEqual([]);
  });

  it('leaves no Markdown syntax in the rendered text', async () => {
    const { pages } = await contentPromise;
    const marks = pages.flatMap(({ path, text }) => {
      const mark = MARKDOWN_SYNTAX.exec(visibleText(text))?.[0];
      return mark ? [`${path}: ${mark}`] : [];
    });
    expect(marks).toEqual([]);
  });
});

describe.each(names)('the content of %s', (name) => {
  it('has the same catalogs and pages in both languages', async () => {
    const shape = ({ catalogs, pages }: Content) => [...pathsOf(catalogs), ...pathsOf(pages)];
    const english = await readContent(name, 'en');
    expect(shape(await readContent(name, 'zh-cn'))).toEqual(shape(english));
  });
});

function headingsOf(text: string): string[] {
  return Array.from(withoutCode(text).matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
}

describe.each(languages)('the demo in %s', (language) => {
  const template = headingsOf(apiDocumentTemplate(language));
  /** Sections that the template does not contain. */
  const additionalSections = ['Path variables', 'Query parameters', '路径变量', 'Query 参数'];
  const isApiDocument = ({ text }: ContentFile) => headingsOf(text)[1] === template[1];

  it('has API documents with the headings of the template', async () => {
    const { pages } = await readContent('demo', language);
    const documents = pages.filter(isApiDocument);
    expect(documents).toHaveLength(15);
    for (const { text } of documents) {
      const headings = headingsOf(text).filter((heading) => !additionalSections.includes(heading));
      expect(headings).toEqual(template.filter((heading) => headings.includes(heading)));
    }
  });

  it('has API documents with recognised method, URL and parameters', async () => {
    const { pages } = await readContent('demo', language);
    for (const { text } of pages.filter(isApiDocument)) {
      expect(findMethod(text)).toBe(/^- ([A-Z]{3,6})$/m.exec(text)?.[1]);
      expect(toHtml(text).html).toMatch(/class="endpoint"[^]*<table class="params">/);
    }
    const others = pages.filter((page) => !isApiDocument(page));
    expect(pathsOf(others.filter(({ text }) => findMethod(text)))).toEqual([]);
  });

  it('has a page for each table of its data dictionary, with recognised columns', async () => {
    const { pages } = await readContent('demo', language);
    const tables = pages.filter(({ title }) => /^[a-z_]+$/.test(title));
    expect(tables.map(({ title }) => title).toSorted()).toEqual(
      'customers order_lines orders payments products refunds shipments stock_moves'.split(' '),
    );
    for (const { text } of tables)
      expect(toHtml(text).html).toMatch(/<table class="params">[^]*data-role="nullable"/);
  });
});
