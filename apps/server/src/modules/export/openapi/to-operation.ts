import type { Parameter } from '@octavo/markdown/api-document';
import type { ParsedApiDocument } from '@octavo/markdown/parse-api-document';
import { STATUS_NAMES } from '../../import/openapi/status-names.ts';
import { parameterSchemas, bodySchema } from './to-schema.ts';
import type { Schema } from './to-schema.ts';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);
const DEPRECATED = /deprecated|废弃|下线/i;
const RESPONSE_HEADER = /^\((?:header|响应头)\)\s*/;

function toParameters(location: string, rows: readonly Parameter[]): Schema[] {
  return parameterSchemas(rows).map(({ name, required, schema }) => {
    const { description, deprecated, ...rest } = schema;
    return {
      name,
      in: location,
      required: required || location === 'path',
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated }),
      schema: rest,
    };
  });
}

function exampleValue(code: string): unknown {
  try {
    return JSON.parse(code);
  } catch {
    return code;
  }
}

/** The examples of a media type: a single one without a name, or several by name. */
function withExamples(media: Schema, examples: readonly { title: string; code: string }[]): Schema {
  const shown = examples.filter(({ code }) => code !== '');
  const [first] = shown;
  if (!first) return media;
  if (shown.length === 1 && first.title === '')
    return { ...media, example: exampleValue(first.code) };
  const named = shown.map(({ title, code }, at) => [
    title || `example ${at + 1}`,
    { value: exampleValue(code) },
  ]);
  return { ...media, examples: Object.fromEntries(named) as Schema };
}

function mediaTypeOf(code: string): string {
  const start = code.trimStart()[0] ?? '';
  if (start === '<') return 'application/xml';
  return start === '' || '{['.includes(start) ? 'application/json' : 'text/plain';
}

/** Guesses the media type of a body that does not name one. */
function guessMediaType({ body, bodyExamples, headers }: ParsedApiDocument): string {
  const header = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  const said = /[\w.+-]+\/[\w.+-]+/.exec(`${header?.example ?? ''} ${header?.remark ?? ''}`)?.[0];
  if (said) return said;
  if (body.some(({ type }) => /^(?:file|文件)$/i.test(type))) return 'multipart/form-data';
  const [example] = bodyExamples;
  if (example) return mediaTypeOf(example.code);
  const isNested = body.some(
    ({ name, type }) => /[.[]/.test(name) || /object|array|\[\]/i.test(type),
  );
  return isNested ? 'application/json' : 'application/x-www-form-urlencoded';
}

function requestBody(document: ParsedApiDocument, hasBody: boolean): Schema | undefined {
  const unnamed = hasBody && (document.body.length > 0 || document.bodyExamples.length > 0);
  const bodies = [
    ...document.bodies.map((body) => ({ ...body, type: body.title })),
    ...(unnamed
      ? [
          {
            type: guessMediaType(document),
            fields: document.body,
            examples: document.bodyExamples,
            description: '',
          },
        ]
      : []),
  ];
  if (bodies.length === 0) return undefined;
  const content: Schema = {};
  for (const { type, fields, examples } of bodies) {
    const schema = bodySchema(fields);
    content[type] = withExamples(schema ? { schema } : {}, examples);
  }
  const description = [...new Set(bodies.map((body) => body.description).filter(Boolean))].join(
    '\n\n',
  );
  return { ...(description && { description }), content };
}

/** OpenAPI requires upper case in status ranges: `2XX`. */
function statusKey(written: string): string {
  return /^\d/.test(written) ? written.toUpperCase() : written.toLowerCase() || '200';
}

/** `200 OK application/json short`: the status, the media type, the name of the example. */
export function readTitle(title: string): { status: string; type: string; name: string } {
  const status = /(?:^|\s|\()([1-5](?:\d\d|XX)|default)(?=$|\W)/i.exec(title)?.[1] ?? '';
  const rest = title.replace(STATUS_NAMES[status] ?? status, '').trim();
  const type = /(?:^|\s)([\w*.+-]+\/[\w*.+-]+)(?=\s|$)/.exec(rest)?.[1] ?? '';
  return { status: statusKey(status), type, name: rest.replace(type, '').trim() };
}

interface Response {
  description: string;
  readonly headers: Parameter[];
  readonly contents: Map<
    string,
    { fields: Parameter[]; examples: { title: string; code: string }[] }
  >;
}

function responsesOf({ responses, fields }: ParsedApiDocument): Schema {
  const responsesByStatus = new Map<string, Response>();
  const findResponse = (status: string): Response => {
    const existing = responsesByStatus.get(status) ?? {
      description: '',
      headers: [],
      contents: new Map(),
    };
    responsesByStatus.set(status, existing);
    return existing;
  };
  const findContent = (response: Response, type: string) => {
    const existing = response.contents.get(type) ?? { fields: [], examples: [] };
    response.contents.set(type, existing);
    return existing;
  };
  for (const { title, code, description } of responses) {
    const { status, type, name } = readTitle(title);
    const response = findResponse(status);
    if (description) response.description = description;
    if (code === '') continue;
    findContent(response, type || mediaTypeOf(code)).examples.push({ title: name, code });
  }
  for (const { title, rows } of fields) {
    const { status, type } = readTitle(title || ([...responsesByStatus.keys()][0] ?? '200'));
    const response = findResponse(status);
    const [firstType] = response.contents.keys();
    const own = rows.filter(({ remark }) => !RESPONSE_HEADER.test(remark));
    if (own.length > 0)
      findContent(response, type || (firstType ?? 'application/json')).fields.push(...own);
    for (const row of rows)
      if (RESPONSE_HEADER.test(row.remark))
        response.headers.push({ ...row, remark: row.remark.replace(RESPONSE_HEADER, '') });
  }
  return Object.fromEntries(
    [...responsesByStatus].map(([status, { description, headers, contents }]) => {
      const content = [...contents].map(([type, { fields: rows, examples }]) => {
        const schema = bodySchema(rows);
        return [type, withExamples(schema ? { schema } : {}, examples)];
      });
      const named = toParameters('header', headers).map(({ name, in: _in, ...header }) => [
        name,
        header,
      ]);
      return [
        status,
        {
          description,
          ...(named.length > 0 && { headers: Object.fromEntries(named) as Schema }),
          ...(content.length > 0 && { content: Object.fromEntries(content) as Schema }),
        },
      ];
    }),
  );
}

/** Security alternatives. A name in inline code is a security scheme; other lines are returned in `others`. */
function securityOf({ auth }: ParsedApiDocument) {
  const isNone = (line: string) => /^(?:none|无)$/.test(line);
  const named = auth.filter((line) => isNone(line) || /^`[\w.-]+`/.test(line));
  const security = named.map((line) =>
    isNone(line)
      ? {}
      : Object.fromEntries(
          line.split(' + ').flatMap((part) => {
            const [, name, scopes = ''] = /^`([^`]+)`(?: \([^:：]+[:：] (.*)\))?/.exec(part) ?? [];
            return name ? [[name, scopes.split(', ').filter(Boolean)]] : [];
          }),
        ),
  );
  return { security, others: auth.filter((line) => !named.includes(line)) };
}

const OPERATION_ID = /^operationId: `([^`]+)`$/m;
const GROUPS = /^(?:Groups|分组): (.+)$/m;

export interface OperationInput {
  readonly document: ParsedApiDocument;
  readonly method: string;
  readonly title: string;
  readonly tag: string;
  /** The names of the path parameters. */
  readonly pathNames: readonly string[];
}

/** Converts an API document to an operation of OpenAPI 3.1. */
export function toOperation({ document, method, title, tag, pathNames }: OperationInput): Schema {
  const hasBody = !WITHOUT_BODY.has(method);
  const variables = document.pathVariables.filter(({ name }) =>
    pathNames.includes(name.split(/[.[]/)[0] ?? name),
  );
  const unnamed = pathNames.filter((name) => !variables.some((row) => row.name === name));
  const unusedVariables = document.pathVariables.filter((row) => !variables.includes(row));
  const body = requestBody(document, hasBody);
  const id = OPERATION_ID.exec(document.remark)?.[1];
  const groups = GROUPS.exec(document.remark)?.[1]?.split(', ') ?? [];
  const remark = document.remark.replace(OPERATION_ID, '').replace(GROUPS, '').trim();
  const responses = responsesOf(document);
  const { security, others } = securityOf(document);
  const description = document.description.trim();
  const said =
    description === title || description.startsWith(`${title}\n`)
      ? description.slice(title.length).trim()
      : description;
  const tags = [...new Set([tag, ...groups].filter(Boolean))];
  return {
    ...(tags.length > 0 && { tags }),
    summary: title,
    ...((said || remark) && { description: [said, remark].filter(Boolean).join('\n\n') }),
    ...(id && { operationId: id }),
    ...(DEPRECATED.test(document.status) && { deprecated: true }),
    parameters: [
      ...toParameters('path', variables),
      ...unnamed.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...toParameters('query', [...document.query, ...(hasBody ? [] : document.body)]),
      ...toParameters('header', document.headers),
      ...toParameters('cookie', document.cookies),
    ],
    ...(body && { requestBody: body }),
    ...(Object.keys(responses).length > 0 && { responses }),
    ...(security.length > 0 && { security }),
    ...(others.length > 0 && { 'x-authorization': others }),
    ...(unusedVariables.length > 0 && { 'x-path-variables': unusedVariables }),
  };
}
