import type { MarkdownIt, Token } from 'markdown-it';
import { flowToMermaid } from './diagrams/flow.ts';
import { mindmapToMermaid } from './diagrams/mindmap.ts';
import { sequenceToMermaid } from './diagrams/sequence.ts';
import { documentOf, stashHtml, type MarkdownDocument } from './document.ts';
import { escapeHtml } from './escape.ts';
import { highlight, languageName } from './highlight.ts';
import { LIMITS } from './limits.ts';
import { renderFormula } from './math-render.ts';

/** Diagram languages. Legacy ones are converted to mermaid if possible, otherwise shown as code. */
const DIAGRAMS: Readonly<Record<string, (source: string) => string | undefined>> = {
  mermaid: (source) => source,
  flow: flowToMermaid,
  flowchart: flowToMermaid,
  seq: sequenceToMermaid,
  sequence: sequenceToMermaid,
  mindmap: mindmapToMermaid,
  plantuml: () => undefined,
};
const FORMULAS = new Set(['math', 'latex', 'katex']);

/** Renders code blocks, diagrams and formulas from escaped text; the result bypasses the sanitiser. */
export function fences(md: MarkdownIt): void {
  const render = (token: Token | undefined, document: MarkdownDocument) =>
    token ? stashHtml(document, renderFence(token, document)) : '';
  md.renderer.rules['fence'] = (tokens, index, _options, env) =>
    render(tokens[index], documentOf(env));
  md.renderer.rules['code_block'] = (tokens, index, _options, env) =>
    render(tokens[index], documentOf(env));
  md.renderer.rules['cut'] = (tokens, index, _options, env) =>
    stashHtml(
      documentOf(env),
      `<pre class="cut">${escapeHtml(tokens[index]?.content ?? '')}</pre>\n`,
    );
}

/** The language is the first word after the fence; the rest is the title of the block. */
export function fenceInfo(token: Token): { language: string; title: string } {
  const [, language = '', title = ''] = /^\s*([^\s{]*)\s*(.*)$/.exec(token.info) ?? [];
  return { language: language.toLowerCase().slice(0, 40), title: title.trim().slice(0, 100) };
}

/** Legacy pages omit the language; content in braces or brackets is treated as JSON. */
function languageOf(token: Token): string {
  const { language } = fenceInfo(token);
  const text = token.content.trim();
  const isObject = /^[{[]/.test(text) && /[}\]]$/.test(text);
  return language === '' && token.type === 'fence' && isObject ? 'json' : language;
}

function renderFence(token: Token, document: MarkdownDocument): string {
  const { title } = fenceInfo(token);
  const language = languageOf(token);
  const line = token.attrGet('data-line');
  const lineAttribute = line === null ? '' : ` data-line="${line}"`;
  if (isFormula(token)) {
    const formula = renderFormula(token.content.trim(), true, document);
    return `<div class="math-block"${lineAttribute}>${formula}</div>\n`;
  }
  const diagram = toMermaid(token);
  if (diagram !== undefined) {
    document.uses.diagrams = true;
    return `<pre class="mermaid"${lineAttribute}>${escapeHtml(diagram)}</pre>\n`;
  }
  const hint = Object.hasOwn(DIAGRAMS, language);
  return codeBlock({ code: token.content, language, title, lineAttribute, hint }, document);
}

export function isFormula(token: Token): boolean {
  return FORMULAS.has(languageOf(token));
}

/** The mermaid source of a fence; undefined if it is shown as code. */
export function toMermaid(token: Token): string | undefined {
  const language = languageOf(token);
  const convert = Object.hasOwn(DIAGRAMS, language) ? DIAGRAMS[language] : undefined;
  return isWithinDiagramLimits(token.content) ? convert?.(token.content)?.trim() : undefined;
}

/** Larger diagrams are unreadable, and the regular expressions of the converters may backtrack. */
function isWithinDiagramLimits(diagram: string): boolean {
  const lines = diagram.split('\n');
  return (
    diagram.length <= LIMITS.diagram && lines.every((line) => line.length <= LIMITS.diagramLine)
  );
}

interface CodeBlock {
  readonly code: string;
  readonly language: string;
  readonly title: string;
  readonly lineAttribute: string;
  /** A diagram that cannot be rendered and is shown as code. */
  readonly hint: boolean;
}

/** The number of lines from which a block has line numbers, and beyond which it is collapsed. */
const LINE_NUMBERS_FROM = 12;
const COLLAPSE_ABOVE = 40;

function codeBlock(block: CodeBlock, document: MarkdownDocument): string {
  const code = block.code.replace(/\n$/, '');
  const language = escapeHtml(block.language);
  const label = escapeHtml(block.title || languageName(block.language));
  const lines = code.split('\n').length;
  const classes = [
    'code',
    ...(block.hint ? ['code-hint'] : []),
    ...(lines >= LINE_NUMBERS_FROM ? ['code-numbered'] : []),
    ...(lines > COLLAPSE_ABOVE ? ['code-long'] : []),
  ].join(' ');
  const attributes = [
    `class="${classes}"`,
    ...(language ? [`data-lang="${language}"`] : []),
    ...(block.title ? [`data-title="${label}"`] : []),
    `data-lines="${lines}"`,
  ].join(' ');
  const caption = label && `<figcaption>${label}</figcaption>`;
  const body = highlight(code, block.language, document);
  return (
    `<figure ${attributes}${block.lineAttribute}>${caption}` +
    `<pre tabindex="0"><code${language && ` class="language-${language}"`}>${body}</code></pre></figure>\n`
  );
}
