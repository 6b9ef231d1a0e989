import { parseApiDocument } from '@octavo/markdown/parse-api-document';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A request as typed by the user; `{{name}}` refers to a variable of the environment. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  /** `Name: value`, one per line. */
  readonly headers: string;
  readonly body: string;
}

export interface Environment {
  readonly name: string;
  /** `name=value`, one per line. */
  readonly variables: string;
}

export const EMPTY_DRAFT: RequestDraft = { method: 'GET', url: '', headers: '', body: '' };

/** Parses lines of `name<sign>value`; ignores lines without the sign and lines that begin with `#`. */
function parseLines(text: string, separator: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(separator);
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name === '' || name.startsWith('#')) return [];
    return [[name, line.slice(at + 1).trim()]];
  });
}

/** Replaces variables; undefined ones are left unchanged. */
export function fillVariables(text: string, variables: string): string {
  const values = new Map(parseLines(variables, '='));
  return text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (placeholder, name: string) =>
    values.has(name) ? (values.get(name) ?? '') : placeholder,
  );
}

/** The request to send, with variables replaced; GET and HEAD have no body. */
export function prepareRequest(draft: RequestDraft, variables: string) {
  const fill = (text: string) => fillVariables(text, variables);
  const hasBody = draft.method !== 'GET' && draft.method !== 'HEAD' && draft.body !== '';
  return {
    url: fill(draft.url.trim()),
    method: draft.method,
    headers: parseLines(fill(draft.headers), ':'),
    body: hasBody ? fill(draft.body) : undefined,
  };
}

/** The request that a page documents: its first endpoint with the headers and the example of the body. */
export function requestOfPage(markdown: string): RequestDraft | undefined {
  const api = parseApiDocument(markdown);
  const endpoint = api?.endpoints[0];
  if (!api || !endpoint) return undefined;
  const examples = [...api.bodyExamples, ...api.bodies.flatMap((body) => body.examples)];
  return {
    method: METHODS.find((method) => endpoint.methods.includes(method)) ?? EMPTY_DRAFT.method,
    url: endpoint.url,
    headers: api.headers.map(({ name, example = '' }) => `${name}: ${example}`).join('\n'),
    body: examples[0]?.code ?? '',
  };
}
