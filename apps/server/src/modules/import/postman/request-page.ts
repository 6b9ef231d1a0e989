import { writeApiDocument } from '@octavo/markdown/api-document';
import type { Example, Parameter } from '@octavo/markdown/api-document';
import { codeBlock } from '@octavo/markdown/write-markdown';
import type { Language } from '@octavo/contract/entities';
import { isObject, toArray, toObject, formatExample, formatValue, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** A request in the format of version 2, to which version 1 is converted. */
export interface PostmanRequest {
  readonly request: JsonObject;
  readonly responses: readonly unknown[];
  readonly events: readonly unknown[];
}

const LABELS = {
  en: { disabled: 'off', file: 'file', variables: 'variables' },
  'zh-cn': { disabled: '停用', file: '文件', variables: '变量' },
} as const;

/** A description is a string, or an object with `content`. */
export function descriptionText(value: unknown): string {
  return isObject(value) ? toText(value['content']) : toText(value);
}

function toParameters(value: unknown, language: Language): readonly Parameter[] {
  return toArray(value)
    .map(toObject)
    .filter((row) => toText(row['key'] ?? row['id']) !== '')
    .map((row) => {
      const isDisabled = row['disabled'] === true || row['enabled'] === false;
      const isFile = toText(row['type']) === 'file';
      return {
        name: toText(row['key'] ?? row['id']),
        required: !isDisabled,
        type: isFile ? LABELS[language].file : typeName(row),
        example: formatValue(isFile ? (row['src'] ?? row['value'] ?? '') : (row['value'] ?? '')),
        remark: [
          descriptionText(row['description']),
          isDisabled ? `(${LABELS[language].disabled})` : '',
        ]
          .filter(Boolean)
          .join(' '),
      };
    });
}

function typeName(row: JsonObject): string {
  const given = toText(row['type']);
  return given === '' || given === 'text' || given === 'any' ? 'string' : given;
}

/** Headers are a list, or lines of text. */
function headersOf(value: unknown, language: Language): readonly Parameter[] {
  if (typeof value !== 'string') return toParameters(value, language);
  const lines = value.split(/\r?\n/).filter((line) => line.includes(':'));
  return toParameters(
    lines.map((line) => {
      const [key = '', ...rest] = line.split(':');
      return { key: key.trim(), value: rest.join(':').trim() };
    }),
    language,
  );
}

function urlOf(value: unknown): string {
  if (!isObject(value)) return toText(value);
  if (toText(value['raw'])) return toText(value['raw']);
  const joinParts = (part: unknown, by: string) =>
    Array.isArray(part)
      ? (part as unknown[]).map((one) => describeSegment(one)).join(by)
      : toText(part);
  const protocol = toText(value['protocol']);
  const path = joinParts(value['path'], '/');
  return `${protocol && `${protocol}://`}${joinParts(value['host'], '.')}${path && `/${path}`}`;
}

function describeSegment(segment: unknown): string {
  return isObject(segment) ? toText(segment['value']) : toText(segment);
}

interface RequestBody {
  readonly body: readonly Parameter[];
  readonly bodyExample: string;
}

function bodyOf(value: unknown, language: Language): RequestBody {
  const body = toObject(value);
  const mode = toText(body['mode']);
  const graphql = toObject(body['graphql']);
  if (mode === 'graphql') {
    const variables = formatExample(graphql['variables'] ?? '');
    const parts = [
      toText(graphql['query']),
      variables && `# ${LABELS[language].variables}\n${variables}`,
    ];
    return { body: [], bodyExample: parts.filter(Boolean).join('\n\n') };
  }
  if (mode === 'file')
    return {
      body: [],
      bodyExample: formatValue(toObject(body['file'])['src'] ?? body['file'] ?? ''),
    };
  return {
    body: [
      ...toParameters(body['urlencoded'], language),
      ...toParameters(body['formdata'], language),
    ],
    bodyExample: formatExample(body['raw'] ?? ''),
  };
}

function responseOf(given: unknown, language: Language): Example {
  const response = toObject(given);
  const code = toText(response['code'] ?? toObject(response['responseCode'])['code']);
  const status = toText(response['status'] ?? toObject(response['responseCode'])['name']);
  const title = [code, status, toText(response['name'])].filter(Boolean).join(' ');
  const fields = headersOf(response['header'] ?? response['headers'], language).map((row) => ({
    ...row,
    remark: [row.example, row.remark].filter(Boolean).join(' '),
  }));
  return {
    title: title.replace(/\s+/g, ' '),
    code: formatExample(response['body'] ?? response['text'] ?? ''),
    fields,
  };
}

/** The type and fields of the authorization. Values are shown only if they are variables: others may be secrets. */
export function authLines(value: unknown): readonly string[] {
  const auth = toObject(value);
  const type = toText(auth['type']);
  if (type === '' || type === 'noauth') return [];
  const given = auth[type];
  const pairs = Array.isArray(given)
    ? (given as unknown[])
        .map(toObject)
        .map((row) => [toText(row['key']), formatValue(row['value'] ?? '')] as const)
    : Object.entries(toObject(given)).map(([key, one]) => [key, formatValue(one)] as const);
  const fieldTexts = pairs.map(([key, one]) =>
    /^\{\{.*\}\}$/.test(one) ? `${key} = \`${one}\`` : key,
  );
  return [[`**${type}**`, fieldTexts.join(', ')].filter(Boolean).join(' ')];
}

/** Scripts are imported as code blocks and never executed. */
export function scriptBlocks(events: readonly unknown[]): readonly string[] {
  return events.map(toObject).flatMap((event) => {
    const { exec } = toObject(event['script']);
    const code = Array.isArray(exec) ? (exec as unknown[]).map(toText).join('\n') : toText(exec);
    return code.trim() === ''
      ? []
      : [`**${toText(event['listen']) || 'script'}**`, codeBlock(code, 'js')];
  });
}

export function requestPage(
  { request, responses, events }: PostmanRequest,
  language: Language,
): string {
  const url = toObject(request['url']);
  return writeApiDocument(
    {
      description: descriptionText(request['description']),
      status: '',
      url: urlOf(request['url']),
      method: toText(request['method']) || 'GET',
      auth: authLines(request['auth']),
      pathVariables: toParameters(url['variable'], language),
      headers: headersOf(request['header'], language),
      query: toParameters(url['query'], language),
      ...bodyOf(request['body'], language),
      responses: responses.filter(isObject).map((response) => responseOf(response, language)),
      remark: scriptBlocks(events).join('\n\n'),
    },
    language,
  );
}
