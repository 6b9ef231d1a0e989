import { writeApiDocument } from '@octavo/markdown/api-document';
import type { ApiBody, Example, Parameter } from '@octavo/markdown/api-document';
import type { Language } from '@octavo/contract/entities';
import { isObject, toArray, toObject, formatExample, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { References } from './references.ts';
import { exampleOf } from './schema-example.ts';
import { describeSchema } from './schema-remark.ts';
import { STATUS_NAMES } from './status-names.ts';
import type { SchemaFields } from './schema-fields.ts';
import type { Labels } from './labels.ts';

export interface Tools extends References, SchemaFields {
  readonly labels: Labels;
  readonly language: Language;
}

export interface Operation {
  readonly method: string;
  readonly url: string;
  readonly value: JsonObject;
  /** Parameters that the path defines for all of its operations. */
  readonly pathParameters: readonly unknown[];
  /** Alternatives, each a set of security schemes that are required together. */
  readonly security: readonly unknown[];
}

function parameterRows(tools: Tools, value: JsonObject): readonly Parameter[] {
  const [content] = Object.values(toObject(value['content'])).map(toObject);
  const schema = value['schema'] ?? content?.['schema'] ?? {};
  const found = tools.resolveRef(schema).value;
  const { schema: _schema, content: _content, ...own } = value;
  const named = Object.entries(toObject(value['examples'])).map(
    ([name, example]) => `${name}: ${formatExample(tools.resolveRef(example).value['value'])}`,
  );
  const remark = [describeSchema({ ...found, ...own }, tools.labels), ...named]
    .filter(Boolean)
    .join('\n');
  const name = toText(value['name']);
  const row = { name, required: value['required'] === true, type: tools.typeOf(schema), remark };
  const inner = isObject(found['properties']) ? tools.fields(schema, name) : [];
  return [row, ...inner.map((field) => ({ ...field, name: `${name}.${field.name}` }))];
}

/** Parameters of the operation override those of the path. */
function parametersOf(tools: Tools, { value, pathParameters }: Operation) {
  const found = new Map<string, JsonObject>();
  for (const given of [...pathParameters, ...toArray(value['parameters'])]) {
    const parameter = tools.resolveRef(given).value;
    found.set(`${toText(parameter['in'])} ${toText(parameter['name'])}`, parameter);
  }
  const rows = (location: string) =>
    [...found.values()]
      .filter((parameter) => toText(parameter['in']) === location)
      .flatMap((parameter) => parameterRows(tools, parameter));
  return {
    pathVariables: rows('path'),
    query: [...rows('query'), ...rows('querystring')],
    headers: rows('header'),
    cookies: rows('cookie'),
  };
}

/** The examples of a media type, or one generated from its schema. */
function examplesOf(tools: Tools, media: JsonObject): readonly { title: string; code: string }[] {
  const named = Object.entries(toObject(media['examples'])).map(([name, given]) => {
    const { value, summary, externalValue } = tools.resolveRef(given).value;
    const title = [name, toText(summary)].filter(Boolean).join(' ');
    return { title, code: formatExample(value ?? toText(externalValue)) };
  });
  if (named.length > 0) return named;
  if ('example' in media) return [{ title: '', code: formatExample(media['example']) }];
  if (!isObject(media['schema'])) return [];
  const generated = exampleOf(media['schema'], tools);
  const isEmpty = isObject(generated) && Object.keys(generated).length === 0;
  return isEmpty ? [] : [{ title: '', code: formatExample(generated) }];
}

/** The remark of the whole value, which has no row in the table of fields. */
function wholeValueRemark(tools: Tools, schema: unknown): string {
  const { value } = tools.resolveRef(schema);
  return isObject(value['properties']) || value['oneOf'] || value['anyOf'] || value['allOf']
    ? describeSchema(value, tools.labels)
    : '';
}

function bodiesOf(tools: Tools, value: JsonObject): readonly ApiBody[] {
  const body = tools.resolveRef(value['requestBody']).value;
  return Object.entries(toObject(body['content'])).map(([type, given]) => {
    const media = toObject(given);
    const encodings = Object.entries(toObject(media['encoding'])).map(
      ([name, encoding]) => `${name}: \`${JSON.stringify(encoding)}\``,
    );
    return {
      title: type,
      description: [
        toText(body['description']),
        wholeValueRemark(tools, media['schema']),
        ...encodings,
      ]
        .filter(Boolean)
        .join('\n\n'),
      fields: tools.fields(media['schema'], 'body'),
      examples: examplesOf(tools, media),
    };
  });
}

function responseExamples(tools: Tools, status: string, given: unknown): readonly Example[] {
  const response = tools.resolveRef(given).value;
  const title = STATUS_NAMES[status] ?? status;
  const headers = Object.entries(toObject(response['headers'])).flatMap(([name, header]) =>
    parameterRows(tools, { ...tools.resolveRef(header).value, name }).map((row) => ({
      ...row,
      remark: [`(${tools.labels.header})`, row.remark].filter(Boolean).join(' '),
    })),
  );
  const links = Object.entries(toObject(response['links'])).map(([name, link]) => {
    const { operationId, operationRef, description } = tools.resolveRef(link).value;
    return [name, toText(operationId) || toText(operationRef), toText(description)]
      .filter(Boolean)
      .join(': ');
  });
  const contents = Object.entries(toObject(response['content']));
  const schemas = contents.map(([, media]) => wholeValueRemark(tools, toObject(media)['schema']));
  const description = [toText(response['description']), ...new Set(schemas), ...links]
    .filter(Boolean)
    .join('\n');
  const parts = contents.flatMap(([type, media], at): Example[] => {
    const fields = tools.fields(toObject(media)['schema'], 'body');
    const examples = examplesOf(tools, toObject(media));
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

function authOf({ labels }: Tools, security: readonly unknown[]): readonly string[] {
  return security.map((alternative) => {
    const schemes = Object.entries(toObject(alternative)).map(([name, scopes]) => {
      const scopeNames = toArray(scopes).map(toText).join(', ');
      return scopeNames ? `\`${name}\` (${labels.scopes}: ${scopeNames})` : `\`${name}\``;
    });
    return schemes.join(' + ') || labels.none;
  });
}

/** Renders an operation as an API document. */
export function operationPage(tools: Tools, operation: Operation): string {
  const { method, url, value } = operation;
  const { labels } = tools;
  const docs = toObject(value['externalDocs']);
  const extensions = Object.keys(value).filter((key) => key.startsWith('x-'));
  return writeApiDocument(
    {
      ...parametersOf(tools, operation),
      url,
      method,
      description: [toText(value['summary']), toText(value['description'])]
        .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
        .join('\n\n'),
      status: value['deprecated'] === true ? labels.deprecated : '',
      auth: authOf(tools, operation.security),
      body: [],
      bodyExample: '',
      bodies: bodiesOf(tools, value),
      responses: Object.entries(toObject(value['responses'])).flatMap(([status, response]) =>
        responseExamples(tools, status, response),
      ),
      remark: [
        toText(value['operationId']) && `operationId: \`${toText(value['operationId'])}\``,
        toArray(value['tags']).length > 1
          ? `${labels.tags}: ${toArray(value['tags']).map(toText).join(', ')}`
          : '',
        [toText(docs['description']), toText(docs['url'])].filter(Boolean).join(' '),
        ...extensions.map((key) => `${key}: \`${JSON.stringify(value[key]).slice(0, 500)}\``),
      ]
        .filter(Boolean)
        .join('\n\n'),
    },
    tools.language,
  );
}
