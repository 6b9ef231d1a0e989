import { list, object, shown, words } from '../json.ts';
import type { Json } from '../json.ts';
import type { Words } from './words.ts';

const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'contentMediaType',
  'contentEncoding',
] as const;

/** All constraints and descriptions of a schema, formatted for one table cell. */
export function remarkOf(schema: Json, say: Words): string {
  const values = (found: readonly unknown[]) =>
    found.map((value) => `\`${code(value)}\``).join(', ');
  const given = list(schema['enum']);
  const named = list(schema['examples']);
  const example = schema['example'] ?? named[0];
  return [
    schema['deprecated'] === true ? `**${say.deprecated}**` : '',
    [words(schema['title']), words(schema['description'])].filter(Boolean).join(': '),
    given.length > 0 ? `${say.allowed}: ${values(given)}` : '',
    'const' in schema ? `= \`${code(schema['const'])}\`` : '',
    'default' in schema ? `${say.preset}: \`${code(schema['default'])}\`` : '',
    ...LIMITS.filter((limit) => schema[limit] !== undefined && schema[limit] !== false).map(
      (limit) => (schema[limit] === true ? limit : `${limit}: \`${code(schema[limit])}\``),
    ),
    example === undefined || typeof example === 'object'
      ? ''
      : `${say.example} \`${code(example)}\``,
    discriminator(schema),
    ...Object.keys(schema)
      .filter((key) => key.startsWith('x-'))
      .map((key) => `${key}: \`${code(schema[key])}\``),
    words(object(schema['externalDocs'])['url']),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** A value formatted for inline code. */
function code(value: unknown): string {
  return shown(value).replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 300);
}

function discriminator(schema: Json): string {
  const { propertyName, mapping } = object(schema['discriminator']);
  const cases = Object.keys(object(mapping)).join(', ');
  return (
    words(propertyName) && `discriminator: \`${words(propertyName)}\`${cases && ` (${cases})`}`
  );
}

/** `string(date-time)`, `integer | null`. */
export function plainType(schema: Json): string {
  const given = schema['type'];
  const types = (Array.isArray(given) ? (given as unknown[]) : [given]).map(words).filter(Boolean);
  const format = words(schema['format']);
  const type = types.join(' | ') || guessed(schema);
  return format ? `${type || 'string'}(${format})` : type;
}

function guessed(schema: Json): string {
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if ('enum' in schema) return typeof list(schema['enum'])[0];
  return '';
}
