import { writeApiDocument } from '@octavo/markdown/api-document';
import type { Example, Parameter } from '@octavo/markdown/api-document';
import { codeBlock } from '@octavo/markdown/write';
import type { Language } from '@octavo/contract/entities';
import { isObject, list, object, pretty, shown, words } from '../json.ts';
import type { Json } from '../json.ts';

/** A request in the format of version 2, to which version 1 is converted. */
export interface PostmanRequest {
  readonly request: Json;
  readonly responses: readonly unknown[];
  readonly events: readonly unknown[];
}

const WORDS = {
  en: { disabled: 'off', file: 'file', variables: 'variables' },
  'zh-cn': { disabled: '停用', file: '文件', variables: '变量' },
} as const;

/** A description is a string, or an object with `content`. */
export function describe(value: unknown): string {
  return isObject(value) ? words(value['content']) : words(value);
}

function rowsOf(value: unknown, language: Language): readonly Parameter[] {
  return list(value)
    .map(object)
    .filter((row) => words(row['key'] ?? row['id']) !== '')
    .map((row) => {
      const isOff = row['disabled'] === true || row['enabled'] === false;
      const isFile = words(row['type']) === 'file';
      return {
        name: words(row['key'] ?? row['id']),
        required: !isOff,
        type: isFile ? WORDS[language].file : typeName(row),
        example: shown(isFile ? (row['src'] ?? row['value'] ?? '') : (row['value'] ?? '')),
        remark: [describe(row['description']), isOff ? `(${WORDS[language].disabled})` : '']
          .filter(Boolean)
          .join(' '),
      };
    });
}

function typeName(row: Json): string {
  const given = words(row['type']);
  return given === '' || given === 'text' || given === 'any' ? 'string' : given;
}

/** Headers are a list, or lines of text. */
function headersOf(value: unknown, language: Language): readonly Parameter[] {
  if (typeof value !== 'string') return rowsOf(value, language);
  const lines = value.split(/\r?\n/).filter((line) => line.includes(':'));
  return rowsOf(
    lines.map((line) => {
      const [key = '', ...rest] = line.split(':');
      return { key: key.trim(), value: rest.join(':').trim() };
    }),
    language,
  );
}

function urlOf(value: unknown): string {
  if (!isObject(value)) return words(value);
  if (words(value['raw'])) return words(value['raw']);
  const joined = (part: unknown, by: string) =>
    Array.isArray(part)
      ? (part as unknown[]).map((one) => describeSegment(one)).join(by)
      : words(part);
  const protocol = words(value['protocol']);
  const path = joined(value['path'], '/');
  return `${protocol && `${protocol}://`}${joined(value['host'], '.')}${path && `/${path}`}`;
}

function describeSegment(segment: unknown): string {
  return isObject(segment) ? words(segment['value']) : words(segment);
}

interface Sent {
  readonly body: readonly Parameter[];
  readonly bodyExample: string;
}

function bodyOf(value: unknown, language: Language): Sent {
  const body = object(value);
  const mode = words(body['mode']);
  const graphql = object(body['graphql']);
  if (mode === 'graphql') {
    const variables = pretty(graphql['variables'] ?? '');
    const parts = [
      words(graphql['query']),
      variables && `# ${WORDS[language].variables}\n${variables}`,
    ];
    return { body: [], bodyExample: parts.filter(Boolean).join('\n\n') };
  }
  if (mode === 'file')
    return { body: [], bodyExample: shown(object(body['file'])['src'] ?? body['file'] ?? '') };
  return {
    body: [...rowsOf(body['urlencoded'], language), ...rowsOf(body['formdata'], language)],
    bodyExample: pretty(body['raw'] ?? ''),
  };
}

function responseOf(given: unknown, language: Language): Example {
  const response = object(given);
  const code = words(response['code'] ?? object(response['responseCode'])['code']);
  const status = words(response['status'] ?? object(response['responseCode'])['name']);
  const title = [code, status, words(response['name'])].filter(Boolean).join(' ');
  const fields = headersOf(response['header'] ?? response['headers'], language).map((row) => ({
    ...row,
    remark: [row.example, row.remark].filter(Boolean).join(' '),
  }));
  return {
    title: title.replace(/\s+/g, ' '),
    code: pretty(response['body'] ?? response['text'] ?? ''),
    fields,
  };
}

/** The type and fields of the authorization. Values are shown only if they are variables: others may be secrets. */
export function authLines(value: unknown): readonly string[] {
  const auth = object(value);
  const type = words(auth['type']);
  if (type === '' || type === 'noauth') return [];
  const given = auth[type];
  const pairs = Array.isArray(given)
    ? (given as unknown[])
        .map(object)
        .map((row) => [words(row['key']), shown(row['value'] ?? '')] as const)
    : Object.entries(object(given)).map(([key, one]) => [key, shown(one)] as const);
  const told = pairs.map(([key, one]) => (/^\{\{.*\}\}$/.test(one) ? `${key} = \`${one}\`` : key));
  return [[`**${type}**`, told.join(', ')].filter(Boolean).join(' ')];
}

/** Scripts are imported as code blocks and never executed. */
export function scriptBlocks(events: readonly unknown[]): readonly string[] {
  return events.map(object).flatMap((event) => {
    const { exec } = object(event['script']);
    const code = Array.isArray(exec) ? (exec as unknown[]).map(words).join('\n') : words(exec);
    return code.trim() === ''
      ? []
      : [`**${words(event['listen']) || 'script'}**`, codeBlock(code, 'js')];
  });
}

export function requestPage(
  { request, responses, events }: PostmanRequest,
  language: Language,
): string {
  const url = object(request['url']);
  return writeApiDocument(
    {
      description: describe(request['description']),
      status: '',
      url: urlOf(request['url']),
      method: words(request['method']) || 'GET',
      auth: authLines(request['auth']),
      pathVariables: rowsOf(url['variable'], language),
      headers: headersOf(request['header'], language),
      query: rowsOf(url['query'], language),
      ...bodyOf(request['body'], language),
      responses: responses.filter(isObject).map((response) => responseOf(response, language)),
      remark: scriptBlocks(events).join('\n\n'),
    },
    language,
  );
}
