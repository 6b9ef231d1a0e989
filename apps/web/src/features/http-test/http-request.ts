export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A request as it is written: `{{name}}` stands for a variable of the environment. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  /** `Name: value`, one a line. */
  readonly headers: string;
  readonly body: string;
}

export interface Environment {
  readonly name: string;
  /** `name=value`, one a line. */
  readonly variables: string;
}

export const EMPTY: RequestDraft = { method: 'GET', url: '', headers: '', body: '' };

/** `name<sign>value` by line; lines without the sign, and those that begin with `#`, say nothing. */
function readLines(text: string, sign: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(sign);
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name === '' || name.startsWith('#')) return [];
    return [[name, line.slice(at + 1).trim()]];
  });
}

/** A variable that the environment does not have stays as it is written. */
export function fillVariables(text: string, variables: string): string {
  const values = new Map(readLines(variables, '='));
  return text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (written, name: string) =>
    values.has(name) ? (values.get(name) ?? '') : written,
  );
}

/** What goes out: everything filled in; a request without a body has none. */
export function prepareRequest(draft: RequestDraft, variables: string) {
  const fill = (text: string) => fillVariables(text, variables);
  const hasBody = draft.method !== 'GET' && draft.method !== 'HEAD' && draft.body !== '';
  return {
    url: fill(draft.url.trim()),
    method: draft.method,
    headers: readLines(fill(draft.headers), ':'),
    body: hasBody ? fill(draft.body) : undefined,
  };
}
