import type { ApiBody, Example, Parameter } from './api-document.ts';
import { apiParts, type ApiPart } from './api-parts.ts';
import { ONLY_METHODS, EACH_METHOD, roleOf, parseYesNo } from './api-labels.ts';
import { plainText, type Block, type Cell } from './blocks.ts';
import { inlineSource } from './inline-source.ts';
import { toBlocks } from './to-blocks.ts';

/** The data of a page written as an API document; the inverse of `writeApiDocument`. */
export interface ParsedApiDocument {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly url: string }[];
  readonly description: string;
  readonly status: string;
  readonly auth: readonly string[];
  readonly pathVariables: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  readonly body: readonly Parameter[];
  readonly bodyExamples: readonly { readonly title: string; readonly code: string }[];
  readonly bodies: readonly ApiBody[];
  /** Examples and descriptions of responses; their fields are in `fields`. */
  readonly responses: readonly Example[];
  readonly fields: readonly { readonly title: string; readonly rows: readonly Parameter[] }[];
  readonly remark: string;
}

type Table = Extract<Block, { kind: 'table' }>;

const plain = (cell: Cell | undefined): string => plainText(cell ?? []).trim();

/** The rows of a parameter table; undefined for other tables. */
function parseParameterRows({ head, rows }: Table): Parameter[] | undefined {
  const roles = head.map((cell) => roleOf(plain(cell)));
  const at = (role: (typeof roles)[number]) => roles.indexOf(role);
  if (at('name') < 0) return undefined;
  return rows
    .filter((row) => plain(row[at('name')]) !== '')
    .map((row) => {
      const example = plain(row[at('example')]);
      return {
        name: plain(row[at('name')]),
        type: plain(row[at('type')]),
        required: parseYesNo(plain(row[at('required')])) === 'yes',
        remark: inlineSource(row[at('remark')] ?? []),
        ...(example && { example }),
      };
    });
}

function parametersIn(blocks: readonly Block[]): Parameter[] {
  return blocks.flatMap((block) =>
    block.kind === 'table' ? (parseParameterRows(block) ?? []) : [],
  );
}

/** The info string `json 200 OK` contains the language of the code and its title. */
function examplesIn(blocks: readonly Block[]): { title: string; code: string }[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'code') return [];
    const title = block.info.replace(/^\S+\s*/, '').trim();
    return [{ title, code: block.code }];
  });
}

/** The lines of lists and paragraphs as Markdown. */
function linesIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [inlineSource(block.text)];
    return block.kind === 'list' ? block.items.flatMap((item) => linesIn(item.blocks)) : [];
  });
}

function endpointsIn(parts: readonly ApiPart[]): ParsedApiDocument['endpoints'] {
  const marked = parts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'endpoint' ? [block] : [])),
  );
  if (marked.length > 0) return marked.map(({ methods, url }) => ({ methods, url }));
  // Webhooks have a name instead of a URL.
  const lines = (kind: ApiPart['kind']) =>
    parts
      .filter((part) => part.kind === kind)
      .flatMap(({ blocks, rest }) => [rest, ...linesIn(blocks)])
      .map((line) => line.replaceAll('`', '').trim())
      .filter((line) => line !== '');
  const methods = lines('method').filter((line) => ONLY_METHODS.test(line));
  const names = new Set(methods.join(' ').toUpperCase().match(EACH_METHOD));
  if (names.size === 0) return [];
  return lines('url').map((url) => ({ methods: [...names], url }));
}

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

/** Text below the URL or the method without its own heading. */
function trailingText({ rest, source }: ApiPart): string {
  if (rest !== '') return source.trim();
  const groups = source.trim().split(/\n[ \t]*\n/);
  const isInList = LIST_ITEM.test(groups[0] ?? '');
  const end = groups.findIndex((group, at) => at > 0 && !(isInList && LIST_ITEM.test(group)));
  return end < 0 ? '' : groups.slice(end).join('\n\n').trim();
}

/** Parses `200 OK: description`, a response with a description or without an example. */
function parseResponseLine(line: string): Example {
  const [, title = line, description = ''] = /^([^:：]+)[:：]\s*(.*)$/s.exec(line) ?? [];
  return { title: title.trim(), code: '', fields: [], description };
}

/** Returns undefined if the page has no method and URL, because it is not an API document then. */
export function parseApiDocument(markdown: string): ParsedApiDocument | undefined {
  const parts = apiParts(markdown).map((part) => ({ ...part, blocks: toBlocks(part.source) }));
  const allBlocks = toBlocks(markdown);
  const endpoints = endpointsIn([
    { kind: 'other', rest: '', source: '', blocks: allBlocks },
    ...parts,
  ]);
  if (endpoints.length === 0) return undefined;
  const of = (kind: ApiPart['kind']) => parts.filter((part) => part.kind === kind);
  const rows = (kind: ApiPart['kind']) => of(kind).flatMap(({ blocks }) => parametersIn(blocks));
  const text = ({ rest, source }: ApiPart) => [rest, source.trim()].filter(Boolean).join('\n');
  const descriptionParts = parts.flatMap((part) => {
    if (part.kind === 'url' || part.kind === 'method') return trailingText(part);
    if (part.kind !== 'description' && part.kind !== 'other') return [];
    return text(part);
  });
  const bodies = of('body').filter(({ rest }) => isMediaType(rest));
  const unnamed = of('body').filter(({ rest }) => !isMediaType(rest));
  return {
    endpoints,
    description: descriptionParts.filter(Boolean).join('\n\n'),
    status: of('status')
      .flatMap(({ rest, blocks }) => [rest, ...linesIn(blocks)])
      .join(' ')
      .trim(),
    auth: of('auth').flatMap(({ blocks }) => linesIn(blocks)),
    pathVariables: rows('pathVariables'),
    headers: rows('headers'),
    query: rows('query'),
    cookies: rows('cookies'),
    body: unnamed.flatMap(({ blocks }) => parametersIn(blocks)),
    bodyExamples: [...unnamed, ...of('bodyExample')].flatMap(({ blocks }) => examplesIn(blocks)),
    bodies: bodies.map(({ rest, blocks }) => ({
      title: rest.replaceAll('`', ''),
      description: linesIn(blocks).join('\n\n'),
      fields: parametersIn(blocks),
      examples: examplesIn(blocks),
    })),
    responses: of('response').flatMap(({ blocks }) => [
      ...linesIn(blocks).map(parseResponseLine),
      ...examplesIn(blocks).map((example) => ({ ...example, fields: [] })),
    ]),
    fields: of('fields').map(({ rest, blocks }) => ({ title: rest, rows: parametersIn(blocks) })),
    remark: of('remark').map(text).filter(Boolean).join('\n\n'),
  };
}

function isMediaType(text: string): boolean {
  return /^`*[\w*.+-]+\/[\w*.+-]+/.test(text);
}
