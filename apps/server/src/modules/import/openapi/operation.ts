import { writeApiDocument } from '@octavo/markdown/api-document';
import type { ApiBody, Example, Parameter } from '@octavo/markdown/api-document';
import type { Language } from '@octavo/contract/entities';
import { isObject, list, object, pretty, words } from '../json.ts';
import type { Json } from '../json.ts';
import type { References } from './references.ts';
import { exampleOf } from './schema-example.ts';
import { remarkOf } from './schema-facts.ts';
import { STATUS_NAMES } from './status-names.ts';
import type { SchemaFields } from './schema-fields.ts';
import type { Words } from './words.ts';

export interface Tools extends References, SchemaFields {
  readonly say: Words;
  readonly language: Language;
}

export interface Operation {
  readonly method: string;
  readonly url: string;
  readonly value: Json;
  /** Parameters that the path defines for all of its operations. */
  readonly shared: readonly unknown[];
  /** Alternatives, each a set of security schemes that are required together. */
  readonly security: readonly unknown[];
}

function parameterRows(tools: Tools, value: Json): readonly Parameter[] {
  const [content] = Object.values(object(value['content'])).map(object);
  const schema = value['schema'] ?? content?.['schema'] ?? {};
  const found = tools.follow(schema).value;
  const { schema: _schema, content: _content, ...own } = value;
  const named = Object.entries(object(value['examples'])).map(
    ([name, example]) => `${name}: ${pretty(tools.follow(example).value['value'])}`,
  );
  const remark = [remarkOf({ ...found, ...own }, tools.say), ...named].filter(Boolean).join('\n');
  const name = words(value['name']);
  const row = { name, required: value['required'] === true, type: tools.typeOf(schema), remark };
  const inner = isObject(found['properties']) ? tools.fields(schema, name) : [];
  return [row, ...inner.map((field) => ({ ...field, name: `${name}.${field.name}` }))];
}

/** Parameters of the operation override those of the path. */
function parametersOf(tools: Tools, { value, shared }: Operation) {
  const found = new Map<string, Json>();
  for (const given of [...shared, ...list(value['parameters'])]) {
    const parameter = tools.follow(given).value;
    found.set(`${words(parameter['in'])} ${words(parameter['name'])}`, parameter);
  }
  const rows = (place: string) =>
    [...found.values()]
      .filter((parameter) => words(parameter['in']) === place)
      .flatMap((parameter) => parameterRows(tools, parameter));
  return {
    pathVariables: rows('path'),
    query: [...rows('query'), ...rows('querystring')],
    headers: rows('header'),
    cookies: rows('cookie'),
  };
}

/** The examples of a media type, or one generated from its schema. */
function examplesOf(tools: Tools, media: Json): readonly { title: string; code: string }[] {
  const named = Object.entries(object(media['examples'])).map(([name, given]) => {
    const { value, summary, externalValue } = tools.follow(given).value;
    const title = [name, words(summary)].filter(Boolean).join(' ');
    return { title, code: pretty(value ?? words(externalValue)) };
  });
  if (named.length > 0) return named;
  if ('example' in media) return [{ title: '', code: pretty(media['example']) }];
  if (!isObject(media['schema'])) return [];
  const made = exampleOf(media['schema'], tools);
  const isEmpty = isObject(made) && Object.keys(made).length === 0;
  return isEmpty ? [] : [{ title: '', code: pretty(made) }];
}

/** The remark of the whole value, which has no row in the table of fields. */
function about(tools: Tools, schema: unknown): string {
  const { value } = tools.follow(schema);
  return isObject(value['properties']) || value['oneOf'] || value['anyOf'] || value['allOf']
    ? remarkOf(value, tools.say)
    : '';
}

function bodiesOf(tools: Tools, value: Json): readonly ApiBody[] {
  const body = tools.follow(value['requestBody']).value;
  return Object.entries(object(body['content'])).map(([type, given]) => {
    const media = object(given);
    const encodings = Object.entries(object(media['encoding'])).map(
      ([name, encoding]) => `${name}: \`${JSON.stringify(encoding)}\``,
    );
    return {
      title: type,
      description: [words(body['description']), about(tools, media['schema']), ...encodings]
        .filter(Boolean)
        .join('\n\n'),
      fields: tools.fields(media['schema'], 'body'),
      examples: examplesOf(tools, media),
    };
  });
}

function responseExamples(tools: Tools, status: string, given: unknown): readonly Example[] {
  const response = tools.follow(given).value;
  const title = STATUS_NAMES[status] ?? status;
  const headers = Object.entries(object(response['headers'])).flatMap(([name, header]) =>
    parameterRows(tools, { ...tools.follow(header).value, name }).map((row) => ({
      ...row,
      remark: [`(${tools.say.header})`, row.remark].filter(Boolean).join(' '),
    })),
  );
  const links = Object.entries(object(response['links'])).map(([name, link]) => {
    const { operationId, operationRef, description } = tools.follow(link).value;
    return [name, words(operationId) || words(operationRef), words(description)]
      .filter(Boolean)
      .join(': ');
  });
  const contents = Object.entries(object(response['content']));
  const schemas = contents.map(([, media]) => about(tools, object(media)['schema']));
  const description = [words(response['description']), ...new Set(schemas), ...links]
    .filter(Boolean)
    .join('\n');
  const parts = contents.flatMap(([type, media], at): Example[] => {
    const fields = tools.fields(object(media)['schema'], 'body');
    const examples = examplesOf(tools, object(media));
    const label = [title, contents.length > 1 ? type : ''].filter(Boolean).join(' ');
    const first: Example = { title: label, code: '', fields, ...(at === 0 && { description }) };
    const [one, ...more] = examples;
    return [
      { ...first, title: [label, one?.title].filter(Boolean).join(' '), code: one?.code ?? '' },
      ...more.map((example) => ({
        title: `${label} ${example.title}`,
        code: example.code,
        fields: [],
      })),
    ];
  });
  if (parts.length === 0) return [{ title, code: '', fields: headers, description }];
  return parts.map((part, at) =>
    at === 0 ? { ...part, fields: [...headers, ...part.fields] } : part,
  );
}

function authOf({ say }: Tools, security: readonly unknown[]): readonly string[] {
  return security.map((alternative) => {
    const needed = Object.entries(object(alternative)).map(([name, scopes]) => {
      const asked = list(scopes).map(words).join(', ');
      return asked ? `\`${name}\` (${say.scopes}: ${asked})` : `\`${name}\``;
    });
    return needed.join(' + ') || say.none;
  });
}

/** Renders an operation as an API document. */
export function operationPage(tools: Tools, operation: Operation): string {
  const { method, url, value } = operation;
  const { say } = tools;
  const docs = object(value['externalDocs']);
  const beyond = Object.keys(value).filter((key) => key.startsWith('x-'));
  return writeApiDocument(
    {
      ...parametersOf(tools, operation),
      url,
      method,
      description: [words(value['summary']), words(value['description'])]
        .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
        .join('\n\n'),
      status: value['deprecated'] === true ? say.deprecated : '',
      auth: authOf(tools, operation.security),
      body: [],
      bodyExample: '',
      bodies: bodiesOf(tools, value),
      responses: Object.entries(object(value['responses'])).flatMap(([status, response]) =>
        responseExamples(tools, status, response),
      ),
      remark: [
        words(value['operationId']) && `operationId: \`${words(value['operationId'])}\``,
        list(value['tags']).length > 1
          ? `${say.tags}: ${list(value['tags']).map(words).join(', ')}`
          : '',
        [words(docs['description']), words(docs['url'])].filter(Boolean).join(' '),
        ...beyond.map((key) => `${key}: \`${JSON.stringify(value[key]).slice(0, 500)}\``),
      ]
        .filter(Boolean)
        .join('\n\n'),
    },
    tools.language,
  );
}
