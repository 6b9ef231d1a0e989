import type { Parameter } from '@octavo/markdown/api-document';

export type Schema = Record<string, unknown>;

const TYPES: Readonly<Record<string, Schema>> = {
  int: { type: 'integer' },
  integer: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  bigint: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  number: { type: 'number' },
  bool: { type: 'boolean' },
  boolean: { type: 'boolean' },
  str: { type: 'string' },
  string: { type: 'string' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  file: { type: 'string', format: 'binary' },
  文件: { type: 'string', format: 'binary' },
  object: { type: 'object' },
  map: { type: 'object' },
  array: { type: 'array', items: {} },
  list: { type: 'array', items: {} },
  null: { type: 'null' },
  any: {},
  '': {},
};

/** Parses a type name as users write it; an unknown name becomes the format of an object. */
function parseType(typeName: string): Schema {
  const type = typeName.trim();
  const known = TYPES[type.toLowerCase()];
  if (known) return { ...known };
  const choices = type.split(/\s*\|\s*/);
  if (choices.length > 1 && !/[<(]/.test(type)) {
    const each = choices.map(parseType);
    const names = each.map((schema) => schema['type']);
    return each.every((schema) => Object.keys(schema).length === 1) && names.every(Boolean)
      ? { type: names }
      : { anyOf: each };
  }
  const items =
    /^(?:array|list)\s*[<[(](.*)[>\])]$/i.exec(type)?.[1] ?? /^(.+)\[\]$/.exec(type)?.[1];
  if (items !== undefined) return { type: 'array', items: parseType(items) };
  const [, base, format] = /^(\w+)\(([^()]+)\)$/.exec(type) ?? [];
  const plain = TYPES[base?.toLowerCase() ?? ' '];
  if (plain && format) return { ...plain, format };
  return /^[\w.]{1,100}$/.test(type) ? { type: 'object', format: type } : {};
}

const LIMITS =
  /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|minItems|maxItems|uniqueItems|minProperties|maxProperties|readOnly|writeOnly|contentMediaType|contentEncoding)(?:: `(.*)`)?$/;
const VALUES = /^(?:one of|可选值): (`.*`)$/;
const DEFAULT_VALUE = /^(?:default|默认): `(.*)`$/;
const EXAMPLE = /^(?:e\.g\.|例如) `(.*)`$/;
const CONST = /^= `(.*)`$/;
const DEPRECATED = /^\*\*(?:Deprecated|已废弃)\*\*$/;

/** Converts a text to a value of the type: `3` of an integer becomes a number. */
function valueOf(text: string, { type }: Schema): unknown {
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  if (types.includes('string') && text !== 'null') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts the constraints in the remark of an imported field back to schema keywords. */
function applyRemark(schema: Schema, remark: string): Schema {
  const result: Schema = { ...schema };
  const words: string[] = [];
  for (const line of remark.split('\n').map((part) => part.trim())) {
    const [, limit = '', amount] = LIMITS.exec(line) ?? [];
    const values = VALUES.exec(line)?.[1];
    const preset = DEFAULT_VALUE.exec(line)?.[1];
    const example = EXAMPLE.exec(line)?.[1];
    const only = CONST.exec(line)?.[1];
    if (DEPRECATED.test(line)) result['deprecated'] = true;
    else if (limit !== '') result[limit] = amount === undefined ? true : limitOf(limit, amount);
    else if (values !== undefined)
      result['enum'] = Array.from(values.matchAll(/`([^`]*)`/g), ([, one = '']) =>
        valueOf(one, schema),
      );
    else if (preset !== undefined) result['default'] = valueOf(preset, schema);
    else if (only !== undefined) result['const'] = valueOf(only, schema);
    else if (example !== undefined) result['examples'] = [valueOf(example, schema)];
    else if (line !== '') words.push(line);
  }
  if (words.length > 0) result['description'] = words.join('\n');
  return result;
}

function limitOf(limit: string, amount: string): unknown {
  const number = Number(amount);
  const isText = limit === 'pattern' || limit.startsWith('content');
  return isText || Number.isNaN(number) ? amount : number;
}

interface Node {
  readonly schema: Schema;
  isRequired: boolean;
  readonly fields: Map<string, Node>;
  items: Node | undefined;
}

function newNode(schema: Schema = {}): Node {
  return { schema, isRequired: false, fields: new Map(), items: undefined };
}

/** Finds the parent node of a name like `a.b[].c` by its longest known prefix, and returns the rest of the name. */
function findParent(nodes: ReadonlyMap<string, Node>, name: string): { node: Node; left: string } {
  for (let end = name.length - 1; end > 0; end -= 1) {
    const node = nodes.get(name.slice(0, end));
    const left = name.slice(end);
    if (node && /^(?:\.|\[\])/.test(left)) return { node, left };
  }
  return { node: nodes.get('') ?? newNode(), left: name };
}

const ANY_KEY = /^\{(?:any name|任意名称)\}$/;
const PATTERN = /^\/(.*)\/$/s;

function toSchema({ schema, fields, items }: Node): Schema {
  const made: Schema = { ...schema };
  if (items) {
    made['type'] = 'array';
    made['items'] = toSchema(items);
    delete made['format'];
  }
  if (fields.size === 0) return made;
  const properties: Schema = {};
  const patterns: Schema = {};
  for (const [name, field] of fields) {
    const pattern = PATTERN.exec(name)?.[1];
    if (ANY_KEY.test(name)) made['additionalProperties'] = toSchema(field);
    else if (pattern !== undefined) patterns[pattern] = toSchema(field);
    else properties[name] = toSchema(field);
  }
  const required = [...fields].filter(
    ([name, field]) => field.isRequired && Object.hasOwn(properties, name),
  );
  if (!items && made['type'] !== 'array') made['type'] = 'object';
  if (Object.keys(properties).length > 0) made['properties'] = properties;
  if (Object.keys(patterns).length > 0) made['patternProperties'] = patterns;
  if (required.length > 0) made['required'] = required.map(([name]) => name);
  return made;
}

/** Builds the tree that the names of the table rows describe. */
function buildTree(rows: readonly Parameter[]): Node {
  const root = newNode();
  const nodes = new Map([['', root]]);
  for (const row of rows) {
    const schema = applyRemark(parseType(row.type), row.remark);
    if (row.example && !schema['examples']) schema['examples'] = [valueOf(row.example, schema)];
    const found = findParent(nodes, row.name);
    let { node, left } = found;
    let path = row.name.slice(0, row.name.length - left.length);
    while (left.startsWith('[]') && (path !== '' || left === '[]' || /^\[\][.[]/.test(left))) {
      node.items ??= newNode();
      node = node.items;
      path += '[]';
      left = left.slice(2);
      nodes.set(path, node);
    }
    const key = left.startsWith('.') && path !== '' ? left.slice(1) : left;
    if (key === '') {
      Object.assign(node.schema, schema);
      continue;
    }
    const known = node.fields.get(key);
    const made = known ?? newNode(schema);
    if (known) Object.assign(known.schema, { anyOf: [...takeAlternatives(known.schema), schema] });
    made.isRequired ||= row.required;
    node.fields.set(key, made);
    nodes.set(row.name, made);
  }
  return root;
}

/** Moves a schema into `anyOf`, because a repeated name has several types. */
function takeAlternatives(schema: Schema): unknown[] {
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'] as unknown[];
  const one = { ...schema };
  for (const key of Object.keys(schema)) delete schema[key];
  return [one];
}

/** The schema of a body; a single row named `body` describes the body itself. */
export function bodySchema(rows: readonly Parameter[]): Schema | undefined {
  if (rows.length === 0) return undefined;
  const root = buildTree(rows);
  const [only] = root.fields;
  if (only && root.fields.size === 1 && only[0] === 'body' && !root.items) return toSchema(only[1]);
  return toSchema(root);
}

/** Each top-level row with the schema of its children. */
export function parameterSchemas(rows: readonly Parameter[]) {
  return [...buildTree(rows).fields].map(([name, node]) => ({
    name,
    required: node.isRequired,
    schema: toSchema(node),
  }));
}
