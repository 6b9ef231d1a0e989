import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { NormalizedProblem } from '@redocly/openapi-core';

/** The rules of the specification; the other rules of the library are matters of style. */
const config = createConfig({
  rules: {
    struct: 'error',
    'no-unresolved-refs': 'error',
    'no-identical-paths': 'error',
    'path-parameters-defined': 'error',
    'path-declaration-must-exist': 'error',
    'operation-parameters-unique': 'error',
    'operation-operationId-unique': 'error',
    'security-defined': 'error',
    'no-undefined-server-variable': 'error',
    'no-schema-type-mismatch': 'error',
    'no-example-value-and-externalValue': 'error',
    'spec-components-invalid-map-name': 'error',
    'rule/status-codes': {
      subject: { type: 'Responses' },
      assertions: { minLength: 1, pattern: String.raw`/^(?:[1-5](?:\d\d|XX)|default)$/` },
    },
    'rule/media-types': {
      subject: { type: 'MediaTypesMap' },
      assertions: { pattern: String.raw`/^[^\s/]+\/[^\s/]+/` },
    },
    'rule/required-path-parameters': {
      where: [{ subject: { type: 'Parameter', property: 'in' }, assertions: { enum: ['path'] } }],
      subject: { type: 'Parameter', property: 'required' },
      assertions: { defined: true, const: true },
    },
    'rule/one-kind-of-example': {
      subject: { type: 'MediaType' },
      assertions: { mutuallyExclusive: ['example', 'examples'] },
    },
    'rule/filled-lists': {
      subject: { type: 'Schema', property: ['allOf', 'anyOf', 'oneOf', 'enum'] },
      assertions: { minLength: 1 },
    },
    'rule/version': {
      subject: { type: 'Root', property: 'openapi' },
      assertions: { pattern: String.raw`/^3\.1\.\d+$/` },
    },
  },
});

/** Reports of the library that the specification does not require. */
function isStyle({ ruleId, message, location }: NormalizedProblem): boolean {
  // Operations without security are valid.
  if (message.startsWith('Every operation should have security')) return true;
  // The key of a webhook is a name and not a path, so it cannot be compared with path parameters.
  return (
    ruleId === 'path-parameters-defined' && location[0]?.pointer?.startsWith('#/webhooks/') === true
  );
}

/** Returns the violations of OpenAPI 3.1 in a document; empty for a valid document. */
export async function findOpenapiErrors(document: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await config,
  });
  return problems
    .filter((problem) => !isStyle(problem))
    .map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (${ruleId})`);
}
