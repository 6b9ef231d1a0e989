import type { Call } from '@octavo/contract/define-call';
import fc from 'fast-check';
import { z } from 'zod';

export type Fields = Record<string, unknown>;

/** A generated body for one call: merged into a valid request, or replacing it. */
export interface FuzzedBody {
  readonly kind: 'valid' | 'near' | 'invalid';
  /** Returns the text to send, given a valid request. */
  text(validInput: Fields): string;
  readonly encoding: 'json' | 'form';
}

/** Lists the constants of a schema: its enum members and literal values. */
function listConstants(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as { enum?: unknown[]; const?: unknown };
  return [
    ...(own.enum ?? []),
    ...('const' in own ? [own.const] : []),
    ...Object.values(schema).flatMap(listConstants),
  ];
}

/** An arbitrary with a few samples, which are used to test whether a field accepts values of this kind. */
const withSamples = (kind: fc.Arbitrary<unknown>) => ({
  kind,
  sample: fc.sample(kind, { numRuns: 30, seed: 1 }),
});

const kinds: fc.Arbitrary<unknown>[] = [
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 300 }),
  fc.stringMatching(/^[a-z0-9_.-]{2,40}$/),
  fc.stringMatching(/^[a-z0-9.]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,6}$/),
  fc.webUrl(),
  fc.integer({ min: 1, max: 2 ** 31 }),
  fc.integer({ min: 1, max: 2 ** 31 }).map(String),
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 9 }),
  fc.boolean(),
  fc.uuid(),
  fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((date) => date.toISOString()),
  // Structures are sent as JSON text: the `{id: position}` map of a drag, and rows with an id.
  fc.dictionary(fc.nat(1e9).map(String), fc.nat(1e6)).map((map) => JSON.stringify(map)),
  fc
    .uniqueArray(fc.nat(1e9))
    .map((ids) => JSON.stringify(ids.map((id) => ({ id: id + 1, cat_id: id + 1, s_number: 1 })))),
  // Responses of a browser about a passkey.
  fc.stringMatching(/^[\w-]{1,40}$/).map((word) =>
    JSON.stringify({
      id: word,
      rawId: word,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: word,
        authenticatorData: word,
        attestationObject: word,
        signature: word,
      },
    }),
  ),
  // Settings of external servers, at a port where nothing listens, so that a connection attempt fails at once.
  ...[
    (word: string) => ({ oss_type: 's3', endpoint: 'http://127.0.0.1:9', bucket: word }),
    (word: string) => ({ host: '127.0.0.1', port: 9, user: word, sender: 'a@b.c' }),
    (word: string) => ({ host: '127.0.0.1', port: 9, base_dn: word }),
    (word: string) => ({
      host: '127.0.0.1:9',
      client_id: word,
      authorize_path: `/${word}`,
      token_path: `/${word}`,
    }),
  ].map((form) =>
    fc.stringMatching(/^[a-z0-9.-]{1,20}$/).map((word) => JSON.stringify(form(word))),
  ),
];
const KINDS = kinds.map(withSamples);

/** Generates values that the field accepts: of all kinds, those that the field's schema parses. */
function validValue(field: z.ZodType): fc.Arbitrary<unknown> {
  // A form sends everything as text, so a value must also be valid as text.
  const accepts = (value: unknown) =>
    field.safeParse(value).success && field.safeParse(String(value)).success;
  const constants = listConstants(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  const acceptedKinds = [
    ...(constants.length > 0 ? [withSamples(fc.constantFrom(...constants))] : []),
    ...KINDS,
  ]
    .filter(({ sample }) => sample.some(accepts))
    .map(({ kind }) => kind);
  return fc.oneof(...acceptedKinds).filter(accepts);
}

const malformedValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\uD800', '\u202E', '', ' ', 'null', '[]', '{}', "' or 1=1 --"),
  fc.constantFrom(-1, 0, 1.5, 1e21, 2 ** 53 + 2, Number.MAX_VALUE, -0, null, true, [], {}),
  fc.array(fc.jsonValue(), { maxLength: 5 }),
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }),
  fc.constantFrom(1000, 100_000, 1_000_000).map((length) => 'x'.repeat(length)),
);

/** Fields that carry a credential or name the user: with a generated value the request would not reach the handler. */
function credentialFields({
  captcha,
  reauth,
  ownPasswordField = 'password',
  userField,
  access,
}: Call): ReadonlySet<string> {
  return new Set([
    ...(captcha ? ['v_code'] : []),
    ...(reauth ? [ownPasswordField, 'factor_code', 'passkey', 'v_code'] : []),
    ...(userField === undefined ? [] : [userField]),
    ...(access.who === 'ownerOf' ? [access.id] : []),
  ]);
}

function encodeForm(fields: Fields): string {
  // A malformed object may have a `toString` that is not a function.
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  // A list of scalars is sent as repeated fields, a list of structures as one JSON text.
  const isScalarList = (value: unknown): value is unknown[] =>
    Array.isArray(value) && !value.some((part) => typeof part === 'object' && part !== null);
  const pairs = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    isScalarList(value)
      ? value.map((part) => [`${name}[]`, toText(part)])
      : [[name, toText(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

type Mutation = (fields: Fields, write: (fields: Fields) => string) => string;

/** One defect in an otherwise valid body. */
function mutation(names: readonly string[]): fc.Arbitrary<Mutation> {
  const name = fc.constantFrom(...names, 'user_token', 'extra', '__proto__', 'a[b]', '');
  return fc.oneof(
    fc.tuple(name, malformedValue).map(
      ([field, value]): Mutation =>
        (fields, write) =>
          write({ ...fields, [field]: value }),
    ),
    name.map(
      (field): Mutation =>
        ({ [field]: _dropped, ...rest }, write) =>
          write(rest),
    ),
    // A duplicate name, which no object can represent.
    fc.tuple(name, fc.jsonValue()).map(([field, value]): Mutation => (fields, write) => {
      const text = write(fields);
      if (!text.startsWith('{')) return `${text}&${encodeForm({ [field]: value })}`;
      const duplicate = `${JSON.stringify(field)}:${JSON.stringify(value)}`;
      return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${duplicate}}`;
    }),
    fc.nat(400).map(
      (length): Mutation =>
        (fields, write) =>
          write(fields).slice(0, length),
    ),
  );
}

export function fuzzedBody(call: Call): fc.Arbitrary<FuzzedBody> {
  const shape: Record<string, z.ZodType> = call.request.shape;
  const credentials = credentialFields(call);
  const freeFields = Object.entries(shape).filter(([name]) => !credentials.has(name));
  const validFields = fc.record(
    Object.fromEntries(freeFields.map(([name, field]) => [name, validValue(field)])),
    { requiredKeys: [] },
  );
  const encoding =
    call.method === 'GET' ? fc.constant('form' as const) : fc.constantFrom('json', 'form');
  const writer = (kind: 'json' | 'form') => (kind === 'json' ? JSON.stringify : encodeForm);
  const valid = fc
    .record({ fields: validFields, encoding })
    .map(({ fields, encoding: kind }): FuzzedBody => ({
      kind: 'valid',
      encoding: kind,
      text: (validInput) => writer(kind)({ ...validInput, ...fields }),
    }));
  const near = fc
    .record({ fields: validFields, encoding, mutate: mutation(Object.keys(shape)) })
    .map(({ fields, encoding: kind, mutate }): FuzzedBody => ({
      kind: 'near',
      encoding: kind,
      text: (validInput) => mutate({ ...validInput, ...fields }, writer(kind)),
    }));
  const nonsense = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '[', '{', '{"a":', 'null', '%', '&&==', '[['.repeat(5000)),
    fc.constant('x').map((sign) => sign.repeat(10_000_000)),
  );
  const invalid = fc
    .record({ text: nonsense, encoding })
    .map(({ text, encoding: kind }): FuzzedBody => ({
      kind: 'invalid',
      encoding: kind,
      text: () => text,
    }));
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: near },
    { weight: 2, arbitrary: invalid },
  );
}
