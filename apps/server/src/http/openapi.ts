import { describeAccess } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { z } from 'zod';

type Nouns = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const options = { unrepresentable: 'any' } as const;

function requestSchema(call: Call) {
  return z.toJSONSchema(call.request, { ...options, io: 'input' });
}

type RequestSchema = ReturnType<typeof requestSchema>;

/** A file is one more field, and only multipart can carry it. */
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
  const whole = {
    ...schema,
    properties: { ...schema.properties, [file]: field },
    required: [...(schema.required ?? []), file],
  };
  return { 'multipart/form-data': { schema: whole } };
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

function answerContent(call: Call) {
  if (!(call.response instanceof z.ZodType)) return { [call.response.file]: {} };
  const data = z.toJSONSchema(call.response, { ...options, io: 'output' });
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

function operation(noun: string, verb: string, call: Call) {
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary: call.summary,
    'x-access': describeAccess(call.access),
    ...(call.captcha && { 'x-captcha': call.captcha }),
    ...(call.reauth && { 'x-reauth': call.reauth }),
    ...(call.access.who !== 'anyone' && { security: [{ cookie: [] }, { bearer: [] }] }),
    ...requestPart(call),
    responses: {
      200: {
        description: 'The envelope; error_code 0 is success.',
        content: answerContent(call),
      },
    },
  };
}

/** The whole wire as OpenAPI 3.1, made of the declarations that the server itself runs on. */
export function openapi(calls: Nouns, publicUrl: URL, loginCookie: string) {
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
      description: 'Every answer is {error_code, error_message, data}.',
    },
    servers: [{ url: publicUrl.origin }],
    paths: Object.fromEntries(all),
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: loginCookie },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    'x-errors': errors,
  };
}
