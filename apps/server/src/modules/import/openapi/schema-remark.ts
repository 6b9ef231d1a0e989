import { toArray, toObject, formatValue, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Labels } from './labels.ts';

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
export function describeSchema(schema: JsonObject, labels: Labels): string {
  const values = (found: readonly unknown[]) =>
    found.map((value) => `\`${inlineCode(value)}\``).join(', ');
  const declared = toArray(schema['enum']);
  const named = toArray(schema['examples']);
  const example = schema['example'] ?? named[0];
  return [
    schema['deprecated'] === true ? `**${labels.deprecated}**` : '',
    [toText(schema['title']), toText(schema['description'])].filter(Boolean).join(': '),
    declared.length > 0 ? `${labels.allowed}: ${values(declared)}` : '',
    'const' in schema ? `= \`${inlineCode(schema['const'])}\`` : '',
    'default' in schema ? `${labels.preset}: \`${inlineCode(schema['default'])}\`` : '',
    ...LIMITS.filter((limit) => schema[limit] !== undefined && schema[limit] !== false).map(
      (limit) => (schema[limit] === true ? limit : `${limit}: \`${inlineCode(schema[limit])}\``),
    ),
    example === undefined || typeof example === 'object'
      ? ''
      : `${labels.example} \`${inlineCode(example)}\``,
    discriminator(schema),
    ...Object.keys(schema)
      .filter((key) => key.startsWith('x-'))
      .map((key) => `${key}: \`${inlineCode(schema[key])}\``),
    toText(toObject(schema['externalDocs'])['url']),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** A value formatted for inline code. */
function inlineCode(value: unknown): string {
  return formatValue(value).replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 300);
}

function discriminator(schema: JsonObject): string {
  const { propertyName, mapping } = toObject(schema['discriminator']);
  const cases = Object.keys(toObject(mapping)).join(', ');
  return (
    toText(propertyName) && `discriminator: \`${toText(propertyName)}\`${cases && ` (${cases})`}`
  );
}

/** `string(date-time)`, `integer | null`. */
export function typeName(schema: JsonObject): string {
  const declared = schema['type'];
  const types = (Array.isArray(declared) ? (declared as unknown[]) : [declared])
    .map(toText)
    .filter(Boolean);
  const format = toText(schema['format']);
  const type = types.join(' | ') || inferType(schema);
  return format ? `${type || 'string'}(${format})` : type;
}

function inferType(schema: JsonObject): string {
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if ('enum' in schema) return typeof toArray(schema['enum'])[0];
  return '';
}
