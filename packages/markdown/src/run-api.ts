import { writeApiDocument, type Parameter } from './api-document.ts';
import type { Language } from './write-markdown.ts';

type Json = Readonly<Record<string, unknown>>;

/** Parameters that an item adds to each of its pages. */
export interface GlobalParameters {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly header?: unknown;
}

const OUTCOMES = { en: ['Success', 'Failure'], 'zh-cn': ['成功', '失败'] } as const;
const STATUS = {
  en: ['', 'In development', 'In testing', 'Done', 'Needs changes', 'Deprecated'],
  'zh-cn': ['', '开发中', '测试中', '已完成', '需修改', '已废弃'],
} as const satisfies Record<Language, unknown>;

/**
 * Converts a Run-API page (item type 3) to Markdown. Returns undefined if the content is not such a page
 * but ordinary Markdown.
 */
export function runApiToMarkdown(
  content: string,
  language: Language,
  globals: GlobalParameters = {},
): string | undefined {
  const page = parseObject(content);
  const info = object(page?.['info']);
  const url = text(info['url']);
  if (!page || !url) return undefined;

  const request = object(page['request']);
  const response = object(page['response']);
  const params = object(request['params']);
  const mode = text(params['mode']);
  const method = text(info['method']) || 'get';
  const isGet = method.toLowerCase() === 'get';
  const bodyRows = rows(params[mode]);
  const queryRows = rows(request['query']);
  const query = isGet && queryRows.length === 0 ? bodyRows : queryRows;
  const body = mode === 'json' ? rows(params['jsonDesc']) : isGet ? [] : bodyRows;

  return writeApiDocument(
    {
      description: text(info['description']),
      status: STATUS[language][Number(info['apiStatus']) || 0] ?? '',
      url: query.length > 0 ? (url.split('?')[0] ?? url) : url,
      method,
      pathVariables: rows(request['pathVariable']),
      headers: [...rows(globals.header), ...rows(request['headers'])],
      query: [...(isGet ? rows(globals.query) : []), ...query],
      body: [...(isGet || mode === 'json' ? [] : rows(globals.body)), ...body],
      bodyExample: mode === 'json' ? text(params['json']) : '',
      responses: [
        {
          title: OUTCOMES[language][0],
          code: text(response['responseExample']),
          fields: rows(response['responseParamsDesc']),
        },
        {
          title: OUTCOMES[language][1],
          code: text(response['responseFailExample']),
          fields: rows(response['responseFailParamsDesc']),
        },
      ],
      remark: text(info['remark']),
    },
    language,
  );
}

function parseObject(content: string): Json | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  try {
    return object(JSON.parse(content));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Omits rows that are disabled or have no name. */
function rows(value: unknown): Parameter[] {
  if (!Array.isArray(value)) return [];
  return value
    .map(object)
    .filter((row) => text(row['name']) !== '' && !(Number(row['disable']) >= 1))
    .map((row) => ({
      name: text(row['name']),
      required: Number(row['require']) >= 1,
      type: text(row['type']),
      remark: text(row['remark']),
      example: text(row['value']),
    }));
}
