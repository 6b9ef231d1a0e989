import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { EACH_METHOD, METHOD_AND_URL, ONLY_METHODS } from './api-labels.ts';
import { blocksOf, sectionsAt, type TokenBlock, type ApiSection } from './api-sections.ts';
import { documentOf, stashHtml } from './document.ts';
import { escapeHtml } from './escape.ts';

export interface Endpoint {
  readonly methods: readonly string[];
  readonly url: string;
  /** Text before the URL, such as `Test environment`. */
  readonly note: string;
}

/** Combines the sections "Request URL" and "Method" into one endpoint block with method badge and copy button. */
export function apiEndpoints(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'api_endpoints', joinSections);
  md.renderer.rules['endpoint'] = (tokens, index, _options, env) => {
    const token = tokens[index];
    const line = token?.attrGet('data-line') ?? null;
    const lineAttribute = line === null ? '' : ` data-line="${line}"`;
    return token ? stashHtml(documentOf(env), endpointHtml(endpointOf(token), lineAttribute)) : '';
  };
}

export function endpointOf(token: Token): Endpoint {
  // Only `joinSections` creates these tokens.
  return token.meta as unknown as Endpoint;
}

function endpointHtml({ methods, url, note }: Endpoint, lineAttribute: string): string {
  const badges = methods
    .map((method) => `<span class="method method-${method.toLowerCase()}">${method}</span>`)
    .join('');
  const [, host = '', path = ''] = /^((?:[a-z]+:)?\/\/[^/]*)?(.*)$/is.exec(url) ?? [];
  const dimmed = host && path ? `<span class="endpoint-host">${escapeHtml(host)}</span>` : host;
  const words = note && `<span class="endpoint-note">${escapeHtml(note)}</span>`;
  return (
    `<div class="endpoint" data-copy="${escapeHtml(url)}"${lineAttribute}>${badges}${words}` +
    `<code class="endpoint-url">${dimmed}${escapeHtml(path)}</code></div>\n`
  );
}

function joinSections(state: StateCore): void {
  const blocks = blocksOf(state.tokens);
  const outputTokens: Token[] = [];
  for (let index = 0; index < blocks.length;) {
    const block = blocks[index];
    if (!block) break;
    const { endpoints, end } = endpointsAt(blocks, index);
    for (const endpoint of endpoints) {
      const token = new state.Token('endpoint', '', 0);
      token.meta = { ...endpoint };
      token.map = block.tokens[0]?.map ?? null;
      outputTokens.push(token);
    }
    if (endpoints.length === 0) for (const token of block.tokens) outputTokens.push(token);
    index = end;
  }
  state.tokens = outputTokens;
}

/** The endpoints that start at a block, and the index of the block after them. */
function endpointsAt(
  blocks: readonly TokenBlock[],
  index: number,
): { endpoints: readonly Endpoint[]; end: number } {
  const line = parseEndpointParagraph(blocks[index]);
  if (line) return { endpoints: [line], end: index + 1 };
  const sections = sectionsAt(blocks, index);
  const [first, second = first && sectionsAt(blocks, first.end)[0]] = sections;
  for (const found of [[first], [first, second]]) {
    const endpoints = combineSections(found.filter((section) => section !== undefined));
    const end = found.at(-1)?.end;
    if (endpoints && end !== undefined) return { endpoints, end };
  }
  return { endpoints: [], end: index + 1 };
}

/** A paragraph that contains only a method and a URL as code: `POST /v2/orders`. */
function parseEndpointParagraph(block: TokenBlock | undefined): Endpoint | undefined {
  const children = block?.tokens[1]?.children ?? [];
  const isCode = block?.tokens[0]?.type === 'paragraph_open' && children.length === 1;
  if (!isCode || children[0]?.type !== 'code_inline') return undefined;
  return parseMethodAndUrl(children[0].content);
}

function parseMethodAndUrl(text: string): Endpoint | undefined {
  const [, method, url] = METHOD_AND_URL.exec(text.trim()) ?? [];
  if (!method || !url || !parseAddress(url)) return undefined;
  return { methods: [method.toUpperCase()], url, note: '' };
}

function combineSections(sections: readonly ApiSection[]): Endpoint[] | undefined {
  const urls = sections.find(({ section }) => section === 'url')?.values ?? [];
  const methods = sections.find(({ section }) => section === 'method')?.values ?? [];
  if (urls.length === 0 || !methods.every((text) => ONLY_METHODS.test(text))) return undefined;
  const names = new Set(methods.join(' ').toUpperCase().match(EACH_METHOD));
  const endpoints = urls.map((text) => {
    const address = names.size > 0 ? parseAddress(text) : undefined;
    return address ? { methods: [...names], ...address } : parseMethodAndUrl(text);
  });
  return endpoints.every((endpoint) => endpoint !== undefined) ? endpoints : undefined;
}

const ADDRESS =
  /^(?:(?:[a-z]+:)?\/\/\S+|\/\S*|\{\S+|\$\{\S+|(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/\S*)?)$/i;

function parseAddress(text: string): { url: string; note: string } | undefined {
  if (ADDRESS.test(text)) return { url: text, note: '' };
  const [, note = '', url = ''] = /^([^:：]{1,40})[:：]\s*(\S+)$/.exec(text) ?? [];
  return ADDRESS.test(url) ? { url, note: note.trim() } : undefined;
}
