import { isObject, list, object, words } from '../json.ts';
import type { Json } from '../json.ts';
import type { References } from './references.ts';

const MOST_DEPTH = 6;
const MOST_FIELDS = 80;

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
export function exampleOf(schema: unknown, { follow }: References): unknown {
  function given(value: Json): unknown {
    if ('example' in value) return value['example'];
    if ('const' in value) return value['const'];
    if ('default' in value) return value['default'];
    return list(value['examples'])[0] ?? list(value['enum'])[0];
  }

  function make(part: unknown, above: readonly string[]): unknown {
    const { value, ref } = follow(part);
    const known = given(value);
    if (known !== undefined) return known;
    if (above.length > MOST_DEPTH || (ref !== '' && above.includes(ref))) return {};
    const next = [...above, ref];
    const all = list(value['allOf']);
    if (all.length > 0) {
      const parts = [...all, { ...value, allOf: [] }]
        .map((one) => make(one, next))
        .filter(isObject);
      return Object.assign({}, ...parts) as Json;
    }
    const [choice] = [...list(value['oneOf']), ...list(value['anyOf'])];
    if (choice !== undefined) return make(choice, next);
    return byType(value, next);
  }

  function byType(value: Json, above: readonly string[]): unknown {
    const type =
      [value['type']]
        .flat()
        .map(words)
        .find((name) => name !== 'null') ?? '';
    if (type === 'object' || 'properties' in value) {
      const fields = Object.entries(object(value['properties'])).slice(0, MOST_FIELDS);
      return Object.fromEntries(fields.map(([name, field]) => [name, make(field, above)]));
    }
    if (type === 'array' || 'items' in value) return [make(value['items'], above)];
    if (type === 'integer' || type === 'number')
      return words(value['minimum']) === '' ? 0 : value['minimum'];
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    return type === 'string' ? (SAMPLES[words(value['format'])] ?? 'string') : {};
  }

  return make(schema, []);
}
