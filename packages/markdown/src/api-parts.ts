import type { Block } from './blocks.ts';

const LABELS = {
  description: '简要描述, 接口描述, 描述, brief description, description, summary',
  status: '接口状态, status',
  url: '请求url, 请求地址, 接口url, 接口地址, url, request url',
  method: '请求方式, 请求方法, method, request method',
  auth: '鉴权, authorization',
  pathVariables: '路径变量, 路径参数, path变量, path variables, path parameters',
  headers: '请求头, 请求头部, header, headers, request headers',
  query: 'query参数, query parameters, 查询参数, query',
  cookies: 'cookie, cookies',
  body: '请求参数, 参数, 请求体, 请求body参数, body参数, request parameters, parameters, request body, body',
  bodyExample: '请求示例, 请求参数示例, request example, request',
  response:
    '返回示例, 响应示例, 成功返回示例, 失败返回示例, 返回结果, response example, response, answer, responses',
  fields:
    '返回参数说明, 返回参数, 响应参数, 成功返回示例的参数说明, 失败返回示例的参数说明, response parameters, response fields',
  remark: '备注, remark, notes, note',
} as const;

type Kind = keyof typeof LABELS | 'other';

/** One section of an API document. */
export interface ApiPart {
  readonly kind: Kind;
  /** Text in the heading after the label, such as a media type or a status. */
  readonly rest: string;
  readonly source: string;
  readonly blocks: readonly Block[];
}

const KINDS: readonly (readonly [label: string, kind: Kind])[] = Object.entries(LABELS)
  .flatMap(([kind, labels]) => labels.split(', ').map((label) => [label, kind as Kind] as const))
  .toSorted(([a], [b]) => b.length - a.length);

const HEADING = /^ {0,3}#{1,6}\s*(.+?)\s*#*$/;
const BOLD = /^\s*\*\*([^*]+)\*\*\s*[:：]?\s*(.*)$/;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

function normalizeLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:\d+[.、)）]|[一二三四五六七八九十]+、)\s*/, '')
    .replace(
      /(?<=\p{Script=Han})\s+(?=\p{Script=Latin})|(?<=\p{Script=Latin})\s+(?=\p{Script=Han})/gu,
      '',
    );
}

/** Splits a heading into a known label and the rest: `Request parameters` and `application/json`. */
function splitLabel(heading: string): { kind: Kind; rest: string } | undefined {
  const text = heading.trim().replace(/[:：]\s*$/, '');
  const normalized = normalizeLabel(text);
  for (const [label, kind] of KINDS) {
    if (normalized === label) return { kind, rest: '' };
    if (!normalized.startsWith(`${label} `)) continue;
    const rest = text.slice(text.length - (normalized.length - label.length)).trim();
    if (kind === 'body' || kind === 'fields') return { kind, rest };
  }
  return undefined;
}

/** Splits a page into sections by their labels; sections without a known label belong to the description. */
export function apiParts(markdown: string): Omit<ApiPart, 'blocks'>[] {
  const parts: { kind: Kind; rest: string; lines: string[] }[] = [
    { kind: 'other', rest: '', lines: [] },
  ];
  let fence = '';
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && mark.startsWith(fence) && line.trim() === mark) fence = '';
    const heading = fence === '' ? HEADING.exec(line)?.[1] : undefined;
    const [, bold, after = ''] =
      fence === '' && heading === undefined ? (BOLD.exec(line) ?? []) : [];
    const found = splitLabel(heading ?? bold ?? '');
    if (found) parts.push({ kind: found.kind, rest: found.rest || after, lines: [] });
    else if (heading !== undefined) parts.push({ kind: 'other', rest: '', lines: [line] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ kind, rest, lines }) => ({ kind, rest, source: lines.join('\n') }));
}
