import {
  bullet,
  codeBlock,
  heading,
  inlineCode,
  literal,
  paragraphs,
  table,
  type Language,
} from './write.ts';

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly remark: string;
  readonly example?: string;
}

export interface Example {
  /** `200 OK`; shown as the tab's name. */
  readonly title: string;
  readonly code: string;
  readonly fields: readonly Parameter[];
}

/** One call of an API, as the template orders it. Empty parts are left out. */
export interface ApiDocument {
  readonly description: string;
  readonly status: string;
  readonly url: string;
  readonly method: string;
  readonly pathVariables: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
  readonly bodyExample: string;
  readonly responses: readonly Example[];
  readonly remark: string;
}

const WORDS = {
  en: {
    description: 'Brief description',
    status: 'Status',
    url: 'Request URL',
    method: 'Method',
    pathVariables: 'Path variables',
    headers: 'Headers',
    query: 'Query parameters',
    body: 'Request parameters',
    bodyExample: 'Request example',
    response: 'Response example',
    fields: 'Response parameters',
    remark: 'Remark',
    columns: {
      name: 'Name',
      required: 'Required',
      type: 'Type',
      example: 'Example',
      remark: 'Remark',
    },
    yes: 'Yes',
    no: 'No',
  },
  'zh-cn': {
    description: '简要描述',
    status: '接口状态',
    url: '请求 URL',
    method: '请求方式',
    pathVariables: '路径变量',
    headers: '请求头',
    query: 'Query 参数',
    body: '请求参数',
    bodyExample: '请求示例',
    response: '返回示例',
    fields: '返回参数说明',
    remark: '备注',
    columns: { name: '参数名', required: '必选', type: '类型', example: '示例值', remark: '说明' },
    yes: '是',
    no: '否',
  },
} as const satisfies Record<Language, unknown>;

/** The Markdown of an API document; the reader turns it into endpoint, tables and tabs again. */
export function writeApiDocument(document: ApiDocument, language: Language): string {
  const words = WORDS[language];
  const section = (title: string, body: string) => (body ? [heading(title), body] : []);
  const parameters = (title: string, rows: readonly Parameter[]) =>
    section(title, parameterTable(rows, language));
  const { responses } = document;
  const fields = responses.flatMap((response) => response.fields);
  return paragraphs([
    ...section(words.description, document.description),
    ...section(words.status, document.status && bullet(document.status)),
    ...section(words.url, document.url && bullet(inlineCode(document.url))),
    ...section(words.method, document.method && bullet(document.method.toUpperCase())),
    ...parameters(words.pathVariables, document.pathVariables),
    ...parameters(words.headers, document.headers),
    ...parameters(words.query, document.query),
    ...parameters(words.body, document.body),
    ...section(words.bodyExample, document.bodyExample && example(document.bodyExample, '')),
    ...section(
      words.response,
      responses
        .filter(({ code }) => code !== '')
        .map(({ code, title }) => example(code, title))
        .join('\n\n'),
    ),
    ...section(words.fields, fieldTable(fields, language)),
    ...section(words.remark, document.remark),
  ]);
}

function example(code: string, title: string): string {
  const start = code.trimStart()[0] ?? '';
  const language = '{['.includes(start) ? 'json' : start === '<' ? 'xml' : 'text';
  return codeBlock(code, [language, title].filter((word) => word !== '').join(' '));
}

function parameterTable(rows: readonly Parameter[], language: Language): string {
  if (rows.length === 0) return '';
  const { columns, yes, no } = WORDS[language];
  const withExample = rows.some((row) => row.example);
  return table(
    [
      columns.name,
      columns.type,
      columns.required,
      ...(withExample ? [columns.example] : []),
      columns.remark,
    ],
    rows.map((row) => [
      literal(row.name),
      literal(row.type),
      row.required ? yes : no,
      ...(withExample ? [literal(row.example ?? '')] : []),
      row.remark,
    ]),
  );
}

function fieldTable(rows: readonly Parameter[], language: Language): string {
  if (rows.length === 0) return '';
  const { columns } = WORDS[language];
  return table(
    [columns.name, columns.type, columns.remark],
    rows.map((row) => [literal(row.name), literal(row.type), row.remark]),
  );
}
