import { isObject, toArray, toObject, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { References } from './references.ts';

const MAX_DEPTH = 6;
const MAX_FIELDS = 80;

const SAMPLES: Readonly<Record<string, unknown>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T09:30:00Z',
  time: '09:30:00',
  email: 'mei.lin@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

/** Generates an example value of a schema: from its examples, else constants and defaults, else its types. */
export function exampleOf(schema: unknown, { resolveRef }: References): unknown {
  function explicitExample(value: JsonObject): unknown {
    if ('example' in value) return value['example'];
    if ('const' in value) return value['const'];
    if ('default' in value) return value['default'];
    return toArray(value['examples'])[0] ?? toArray(value['enum'])[0];
  }

  function build(part: unknown, ancestors: readonly string[]): unknown {
    const { value, ref } = resolveRef(part);
    const explicit = explicitExample(value);
    if (explicit !== undefined) return explicit;
    if (ancestors.length > MAX_DEPTH || (ref !== '' && ancestors.includes(ref))) return {};
    const next = [...ancestors, ref];
    const all = toArray(value['allOf']);
    if (all.length > 0) {
      const parts = [...all, { ...value, allOf: [] }]
        .map((one) => build(one, next))
        .filter(isObject);
      return Object.assign({}, ...parts) as JsonObject;
    }
    const [choice] = [...toArray(value['oneOf']), ...toArray(value['anyOf'])];
    if (choice !== undefined) return build(choice, next);
    return byType(value, next);
  }

  function byType(value: JsonObject, ancestors: readonly string[]): unknown {
    const type =
      [value['type']]
        .flat()
        .map(toText)
        .find((name) => name !== 'null') ?? '';
    if (type === 'object' || 'properties' in value) {
      const fields = Object.entries(toObject(value['properties'])).slice(0, MAX_FIELDS);
      return Object.fromEntries(fields.map(([name, field]) => [name, build(field, ancestors)]));
    }
    if (type === 'array' || 'items' in value) return [build(value['items'], ancestors)];
    if (type === 'integer' || type === 'number')
      return toText(value['minimum']) === '' ? 0 : value['minimum'];
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    return type === 'string' ? (SAMPLES[toText(value['format'])] ?? 'string') : {};
  }

  return build(schema, []);
}
