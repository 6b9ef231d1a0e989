import { expect, it } from 'vitest';
import { findOpenapiErrors } from './openapi-errors.ts';

const info = { title: 'Harbor', version: '1' };
const answer = { 200: { description: '' } };
const makeDocument = (paths: unknown, more = {}) => ({ openapi: '3.1.0', info, paths, ...more });
const get = (operation: unknown) => makeDocument({ '/a': { get: operation } });
const parameter = { name: 'id', in: 'query', schema: {} };

it('accepts a valid document', async () => {
  const document = get({ parameters: [parameter], responses: answer });
  expect(await findOpenapiErrors(document)).toEqual([]);
});

it.each<[what: string, document: unknown, location: string, error: string]>([
  ['version 3.0', { openapi: '3.0.3', info, paths: {} }, 'openapi', 'rule/version'],
  [
    'a missing version of the API',
    { openapi: '3.1.0', info: { title: 'Harbor' }, paths: {} },
    'info',
    '`version` must be present',
  ],
  [
    'a path without a slash',
    makeDocument({ a: { get: { responses: answer } } }),
    'paths/a',
    '`a` is not expected',
  ],
  [
    'an unknown method',
    makeDocument({ '/a': { fetch: { responses: answer } } }),
    'paths/~1a/fetch',
    '`fetch` is not expected',
  ],
  [
    'a duplicate path',
    makeDocument({ '/a/{b}': {}, '/a/{c}': {} }),
    'paths/~1a~1{c}',
    'no-identical-paths',
  ],
  [
    'an undeclared path parameter',
    makeDocument({ '/a/{id}': { get: { responses: answer } } }),
    'paths/~1a~1{id}/get/parameters',
    'path-parameters-defined',
  ],
  [
    'a path parameter that is not in the path',
    get({ parameters: [{ ...parameter, in: 'path', required: true }] }),
    'paths/~1a/get/parameters/0/name',
    'path-parameters-defined',
  ],
  ...[undefined, false].map((required): [string, unknown, string, string] => [
    `a path parameter with required: ${required}`,
    makeDocument({ '/{id}': { get: { parameters: [{ ...parameter, in: 'path', required }] } } }),
    'paths/~1{id}/get/parameters/0',
    'rule/required-path-parameters',
  ]),
  [
    'an empty list of schemas',
    get({ parameters: [{ ...parameter, schema: { anyOf: [] } }] }),
    'paths/~1a/get/parameters/0/schema/anyOf',
    'rule/filled-lists',
  ],
  [
    'an example beside examples',
    get({ requestBody: { content: { 'text/plain': { example: '', examples: {} } } } }),
    'paths/~1a/get/requestBody/content/text~1plain',
    'rule/one-kind-of-example',
  ],
  [
    'a duplicate parameter',
    get({ parameters: [parameter, parameter] }),
    'paths/~1a/get/parameters/1',
    'operation-parameters-unique',
  ],
  [
    'a parameter without a schema',
    get({ parameters: [{ name: 'id', in: 'query' }] }),
    'paths/~1a/get/parameters/0',
    'schema, content',
  ],
  [
    'an operation without a response',
    get({ responses: {} }),
    'paths/~1a/get/responses',
    'rule/status-codes',
  ],
  [
    'an invalid status code',
    get({ responses: { '2xx': { description: '' } } }),
    'paths/~1a/get/responses/2xx',
    'rule/status-codes',
  ],
  [
    'a response without a description',
    get({ responses: { 200: {} } }),
    'paths/~1a/get/responses/200',
    '`description` must be present',
  ],
  [
    'an invalid media type',
    get({ requestBody: { content: { json: {} } } }),
    'paths/~1a/get/requestBody/content/json',
    'rule/media-types',
  ],
  [
    'an unknown type',
    get({ parameters: [{ ...parameter, schema: { type: 'int' } }] }),
    'paths/~1a/get/parameters/0/schema/type',
    '`type` can be one of',
  ],
  [
    'a limit that is not a number',
    get({ parameters: [{ ...parameter, schema: { minimum: '1' } }] }),
    'paths/~1a/get/parameters/0/schema/minimum',
    'Expected type `number`',
  ],
  [
    'a reference that cannot be resolved',
    get({ responses: { 200: { description: '', $ref: '#/components/x' } } }),
    'paths/~1a/get/responses/200',
    'no-unresolved-refs',
  ],
  [
    'an unknown security scheme',
    get({ security: [{ login: [] }] }),
    'paths/~1a/get/security/0/login',
    'security-defined',
  ],
  [
    'a server variable without a default',
    makeDocument({}, { servers: [{ url: 'https://{host}' }] }),
    'servers/0/url',
    'no-undefined-server-variable',
  ],
  [
    'a field that OpenAPI does not have',
    makeDocument({}, { swagger: '2.0' }),
    'swagger',
    '`swagger` is not expected',
  ],
  [
    'a duplicate operationId',
    makeDocument({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
    'paths/~1b/get',
    'operation-operationId-unique',
  ],
])('reports %s', async (_, document, location, error) => {
  const errors = await findOpenapiErrors(document);
  expect(errors).toEqual([expect.stringContaining(error)]);
  expect(errors[0]).toContain(`#/${location}`);
});
