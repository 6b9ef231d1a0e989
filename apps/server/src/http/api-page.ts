import type { buildOpenapi } from './openapi.ts';

type Document = ReturnType<typeof buildOpenapi>;

interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maxLength?: number;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

function formatType(field: Field): string {
  if (field.enum) return field.enum.map(String).join(' | ');
  if (field.anyOf) return field.anyOf.map(formatType).join(' or ');
  if (field.const !== undefined) return JSON.stringify(field.const);
  return field.type ?? 'any';
}

function formatNote(field: Field): string {
  const parts = [
    field.default === undefined ? '' : `default ${JSON.stringify(field.default)}`,
    field.maxLength === undefined ? '' : `at most ${field.maxLength} characters`,
  ];
  return parts.filter(Boolean).join(', ');
}

type Row = readonly [name: string, field: Field, required: boolean];

function listRows(operation: Operation): Row[] {
  if ('parameters' in operation)
    return operation.parameters.map(({ name, required, schema }) => [
      name,
      schema as Field,
      required,
    ]);
  // All content types of a request have the same fields.
  const [sent] = Object.values(operation.requestBody.content);
  const required = new Set(sent?.schema.required);
  return Object.entries(sent?.schema.properties ?? {}).map(([name, field]) => [
    name,
    field as Field,
    required.has(name),
  ]);
}

type Operation = NonNullable<Document['paths'][string]>[string];

function renderTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '<p class="none">No fields.</p>';
  const lines = rows.map(
    ([name, field, required]) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(formatType(field))}</td><td>${required ? 'Required' : 'Optional'}</td><td>${escape(formatNote(field))}</td></tr>`,
  );
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Required</th><th>Note</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function renderSection(path: string, method: string, operation: Operation): string {
  const tags = [
    `<span class="tag">${escape(operation['x-access'])}</span>`,
    operation['x-scope'] === 'none'
      ? ''
      : `<span class="tag">scope ${escape(operation['x-scope'])}</span>`,
    operation['x-captcha'] ? '<span class="tag">verification code</span>' : '',
    operation['x-reauth'] ? '<span class="tag">confirmation</span>' : '',
  ];
  return `<section id="${escape(operation.operationId)}"><h3><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3><p>${escape(operation.summary)} ${tags.join(' ')}</p>${renderTable(listRows(operation))}</section>`;
}

/** One page without scripts: it can be printed, searched in the browser, and served with a strict content policy. */
export function renderApiPage(document: Document): string {
  const byNoun = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const noun = operation.tags[0] ?? '';
      byNoun.set(noun, [...(byNoun.get(noun) ?? []), renderSection(path, method, operation)]);
    }
  const nouns = [...byNoun.keys()];
  const contents = nouns.map((noun) => `<a href="#${escape(noun)}">${escape(noun)}</a>`).join('');
  const body = nouns
    .map(
      (noun) => `<h2 id="${escape(noun)}">${escape(noun)}</h2>${byNoun.get(noun)?.join('') ?? ''}`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Octavo API</title><style>${STYLE}</style></head><body><main><h1>Octavo API</h1><p>Calls are POST with form or JSON fields unless marked GET. Every response is <code>{error_code, error_message, data}</code>; 0 is success. Scripts send a personal access token with the scope of the call as <code>Authorization: Bearer oct_…</code>; calls without a scope do not accept one. For tools: <a href="/api/openapi.json">openapi.json</a>.</p><nav aria-label="Nouns">${contents}</nav>${body}</main></body></html>`;
}

const STYLE = `:root{color-scheme:light dark;--text:#14171f;--text-2:#454d5e;--line:#e4e7ec;--soft:#eef0f4;--accent:#2f4fd3;--canvas:#fff}
@media(prefers-color-scheme:dark){:root{--text:#eceef2;--text-2:#b0b7c4;--line:#272b34;--soft:#20242c;--accent:#9db0ff;--canvas:#15171c}}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:860px;margin:0 auto;padding:40px 20px 80px}a{color:var(--accent)}nav{display:flex;flex-wrap:wrap;gap:8px 16px;margin:20px 0}
h1{font-size:30px;margin:0 0 8px}h2{font-size:22px;margin:48px 0 8px}h3{font-size:15px;margin:28px 0 4px}section{border-top:1px solid var(--line);padding-bottom:8px}
code{font-family:ui-monospace,Consolas,monospace;font-size:.92em}.method,.tag{display:inline-block;background:var(--soft);border-radius:6px;padding:1px 8px;font-size:12px}
.method{font-weight:600}p{margin:4px 0;color:var(--text-2)}.none{font-size:13px}table{border-collapse:collapse;width:100%;font-size:13px;margin-top:8px}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:500;color:var(--text-2)}`;
