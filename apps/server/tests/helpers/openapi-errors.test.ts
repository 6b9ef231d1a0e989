import { expect, it } from 'vitest';
import { findOpenapiErrors } from './openapi-errors.ts';

const info = { title: 'Harbor', version: '1' };
const answer = { 200: { description: '' } };
const makeDocument = (paths: unknown, more = {}) => ({ openapi: '3.1.0', info, paths, ...more });
const get = (operation: unknown) => makeDocument({ '/a': { get: operation } });
const parameter = { name: 'id', in: 'query', schema: {} };

it.each([
  ['openapi', { openapi: '3.0.3', info, paths: {} }],
  ['info', { openapi: '3.1.0', info: {}, paths: {} }],
  ['is not a path', makeDocument({ a: { get: { responses: answer } } })],
  ['is not a method', makeDocument({ '/a': { fetch: { responses: answer } } })],
  ['is a duplicate path', makeDocument({ '/a/{b}': {}, '/a/{c}': {} })],
  ['path id is not declared', makeDocument({ '/a/{id}': { get: { responses: answer } } })],
  [
    'path id is not in the path',
    get({ parameters: [{ ...parameter, in: 'path', required: true }] }),
  ],
  ['parameter query id twice', get({ parameters: [parameter, parameter] })],
  ['has no schema', get({ parameters: [{ name: 'id', in: 'query' }] })],
  ['has no response', get({ responses: {} })],
  ['is not a status code', get({ responses: { '2xx': { description: '' } } })],
  ['has no description', get({ responses: { 200: {} } })],
  ['is not a media type', get({ requestBody: { content: { json: {} } } })],
  ['unknown type int', get({ parameters: [{ ...parameter, schema: { type: 'int' } }] })],
  ['minimum is "1"', get({ parameters: [{ ...parameter, schema: { minimum: '1' } }] })],
  ['cannot be resolved', get({ responses: { 200: { description: '', $ref: '#/components/x' } } })],
  ['is an unknown security scheme', get({ security: [{ login: [] }] })],
  [
    'server variable host has no default',
    makeDocument({}, { servers: [{ url: 'https://{host}' }] }),
  ],
  ['is not a field of OpenAPI', makeDocument({}, { swagger: '2.0' })],
  [
    'is a duplicate operationId',
    makeDocument({ '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } }),
  ],
])('reports that something %s', (message, document) => {
  expect(findOpenapiErrors(document).join('\n')).toContain(message);
});
