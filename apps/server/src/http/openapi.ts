import { describeAccess } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { TOKEN_PREFIX, tokenScopes } from '@octavo/contract/token-scope';
import { z } from 'zod';

type Nouns = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const options = { unrepresentable: 'any' } as const;

function requestSchema(call: Call) {
  return z.toJSONSchema(call.request, { ...options, io: 'input' });
}

type RequestSchema = ReturnType<typeof requestSchema>;

/** A file is an additional field, which requires multipart. */
function bodySchemas(
  { file }: Call,
  schema: RequestSchema,
): Record<string, { schema: RequestSchema }> {
  if (file === undefined)
    return {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
    };
  const field = { type: 'string', contentMediaType: 'application/octet-stream' } as const;
  const schemaWithFile = {
    ...schema,
    properties: { ...schema.properties, [file]: field },
    required: [...(schema.required ?? []), file],
  };
  return { 'multipart/form-data': { schema: schemaWithFile } };
}

function requestPart(call: Call) {
  const schema = requestSchema(call);
  if (call.method !== 'GET') return { requestBody: { content: bodySchemas(call, schema) } };
  const required = new Set(schema.required);
  return {
    parameters: Object.entries(schema.properties ?? {}).map(([name, field]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema: field,
    })),
  };
}

/** Rewrites `#/$defs/…` of recursive schemas to `#/components/schemas/…`. */
function rewriteDefs(schema: object, operationId: string): Record<string, unknown> {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replaceAll('"#/$defs/', `"#/components/schemas/${operationId}.`),
  ) as Record<string, unknown>;
}

/** The definitions that response schemas refer to, by their names in the document. */
function sharedSchemas(calls: Nouns) {
  const entries = Object.entries(calls).flatMap(([noun, verbs]) =>
    Object.entries(verbs).flatMap(([verb, { response }]) => {
      if (!(response instanceof z.ZodType)) return [];
      const { $defs = {} } = z.toJSONSchema(response, { ...options, io: 'output' });
      const operationId = `${noun}.${verb}`;
      return Object.entries($defs).map(
        ([name, schema]) => [`${operationId}.${name}`, rewriteDefs(schema, operationId)] as const,
      );
    }),
  );
  return Object.fromEntries(entries);
}

function responseContent(call: Call, operationId: string) {
  if (!(call.response instanceof z.ZodType)) return { [call.response.file]: {} };
  const { $defs, ...schema } = z.toJSONSchema(call.response, { ...options, io: 'output' });
  const data = $defs ? rewriteDefs(schema, operationId) : schema;
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error_code', 'error_message', 'data'],
        properties: {
          error_code: { type: 'integer' },
          error_message: { type: 'string' },
          data: { anyOf: [data, { type: 'null' }] },
        },
      },
    },
  };
}

/** Visitors may call what is for `anyone`: no scheme is one of the alternatives. OpenAPI 3.1 has scopes in any scheme. */
function securityOf({ access, scope }: Call) {
  const accessToken = scope === 'none' ? [] : [{ accessToken: [scope] }];
  if (access.who === 'anyone')
    return accessToken.length > 0 ? { security: [{}, ...accessToken] } : {};
  return { security: [{ cookie: [] }, { bearer: [] }, ...accessToken] };
}

function operation(noun: string, verb: string, call: Call) {
  const operationId = `${noun}.${verb}`;
  return {
    operationId,
    tags: [noun],
    summary: call.summary,
    'x-access': describeAccess(call.access),
    ...(call.captcha && { 'x-captcha': call.captcha }),
    ...(call.reauth && { 'x-reauth': call.reauth }),
    'x-scope': call.scope,
    ...(call.itemTokens && { 'x-item-tokens': call.itemTokens }),
    ...securityOf(call),
    ...requestPart(call),
    responses: {
      200: {
        description: 'The envelope; error_code 0 is success.',
        content: responseContent(call, operationId),
      },
    },
  };
}

/** The whole API as OpenAPI 3.1, generated from the declarations that the server itself uses. */
export function buildOpenapi(calls: Nouns, publicUrl: URL, loginCookie: string) {
  const all = Object.entries(calls).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(
      ([verb, call]) =>
        [
          call.path,
          { [(call.method ?? 'POST').toLowerCase()]: operation(noun, verb, call) },
        ] as const,
    ),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version: '1',
      description: 'Every response is {error_code, error_message, data}.',
    },
    servers: [{ url: publicUrl.origin }],
    paths: Object.fromEntries(all),
    components: {
      schemas: sharedSchemas(calls),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: loginCookie },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${TOKEN_PREFIX}…`,
          description: `A personal access token with the scope of the call: ${tokenScopes.join(', ')}.`,
        },
      },
    },
    'x-errors': errors,
  };
}
