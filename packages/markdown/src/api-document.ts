import {
  bullet,
  codeBlock,
  heading,
  inlineCode,
  escapeMarkdown,
  paragraphs,
  table,
  type Language,
} from './write-markdown.ts';

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly remark: string;
  readonly example?: string;
}

export interface Example {
  /** Shown as the name of the tab, such as `200 OK`. */
  readonly title: string;
  readonly code: string;
  readonly fields: readonly Parameter[];
  readonly description?: string;
}

/** One of several alternative request bodies, by media type. */
export interface ApiBody {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly Parameter[];
  readonly examples: readonly { readonly title: string; readonly code: string }[];
}

/** An API endpoint, in the order of the template. Empty sections are omitted. */
export interface ApiDocument {
  readonly description: string;
  readonly status: string;
  readonly url: string;
  readonly method: string;
  /** Alternative authentication methods. */
  readonly auth?: readonly string[];
  readonly pathVariables: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly cookies?: readonly Parameter[];
  readonly body: readonly Parameter[];
  readonly bodyExample: string;
  readonly bodies?: readonly ApiBody[];
  readonly responses: readonly Example[];
  readonly remark: string;
}

const LABELS = {
  en: {
    description: 'Brief description',
    status: 'Status',
    url: 'Request URL',
    method: 'Method',
    auth: 'Authorization',
    pathVariables: 'Path variables',
    headers: 'Headers',
    query: 'Query parameters',
    cookies: 'Cookies',
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
    auth: '鉴权',
    pathVariables: '路径变量',
    headers: '请求头',
    query: 'Query 参数',
    cookies: 'Cookie',
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

/** Writes an API document as Markdown, which the renderer shows as endpoint, parameter tables and tabs. */
export function writeApiDocument(document: ApiDocument, language: Language): string {
  const labels = LABELS[language];
  const section = (title: string, body: string) => (body ? [heading(title), body] : []);
  const parameters = (title: string, rows: readonly Parameter[]) =>
    section(title, parameterTable(rows, language));
  const { responses } = document;
  /** Responses without example and fields would otherwise not be shown at all. */
  const describedResponses = responses.filter(
    ({ title, description, code, fields }) =>
      description || (title !== '' && code === '' && fields.length === 0),
  );
  return paragraphs([
    ...section(labels.description, document.description),
    ...section(labels.status, document.status && bullet(document.status)),
    ...section(labels.url, document.url && bullet(inlineCode(document.url))),
    ...section(labels.method, document.method && bullet(document.method.toUpperCase())),
    ...section(labels.auth, (document.auth ?? []).map(bullet).join('\n')),
    ...parameters(labels.pathVariables, document.pathVariables),
    ...parameters(labels.headers, document.headers),
    ...parameters(labels.query, document.query),
    ...parameters(labels.cookies, document.cookies ?? []),
    ...parameters(labels.body, document.body),
    ...section(labels.bodyExample, document.bodyExample && example(document.bodyExample, '')),
    ...(document.bodies ?? []).flatMap((body) => bodySections(body, language)),
    ...section(
      labels.response,
      [
        describedResponses
          .map(({ title, description }) =>
            bullet([title, oneLine(description)].filter((text) => text !== '').join(': ')),
          )
          .join('\n'),
        ...responses
          .filter(({ code }) => code !== '')
          .map(({ code, title }) => example(code, title)),
      ]
        .filter((block) => block !== '')
        .join('\n\n'),
    ),
    ...fieldSections(responses, language),
    ...section(labels.remark, document.remark),
  ]);
}

function oneLine(text = ''): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function bodySections({ title, description, fields, examples }: ApiBody, language: Language) {
  const labels = LABELS[language];
  const blocks = [
    description,
    parameterTable(fields, language),
    ...examples.map((one) => example(one.code, one.title)),
  ].filter((block) => block !== '');
  return blocks.length === 0 ? [] : [heading(`${labels.body} ${inlineCode(title)}`), ...blocks];
}

/** With several responses, the heading of a field table names its response. */
function fieldSections(responses: readonly Example[], language: Language): string[] {
  const labels = LABELS[language];
  const named = responses.filter(({ fields }) => fields.length > 0);
  if (named.length < 2)
    return named.flatMap(({ fields }) => [heading(labels.fields), fieldTable(fields, language)]);
  return named.flatMap(({ title, fields }) => [
    heading(`${labels.fields} ${title}`.trim()),
    fieldTable(fields, language),
  ]);
}

function example(code: string, title: string): string {
  const start = code.trimStart()[0] ?? '';
  const language = '{['.includes(start) ? 'json' : start === '<' ? 'xml' : 'text';
  return codeBlock(code, [language, title].filter((word) => word !== '').join(' '));
}

function parameterTable(rows: readonly Parameter[], language: Language): string {
  if (rows.length === 0) return '';
  const { columns, yes, no } = LABELS[language];
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
      escapeMarkdown(row.name),
      escapeMarkdown(row.type),
      row.required ? yes : no,
      ...(withExample ? [escapeMarkdown(row.example ?? '')] : []),
      row.remark,
    ]),
  );
}

function fieldTable(rows: readonly Parameter[], language: Language): string {
  if (rows.length === 0) return '';
  const { columns } = LABELS[language];
  return table(
    [columns.name, columns.type, columns.remark],
    rows.map((row) => [escapeMarkdown(row.name), escapeMarkdown(row.type), row.remark]),
  );
}
