import { resolveName } from './filter.ts';
import type { Target } from './filter.ts';
import { findByName, isSameName } from './schemas.ts';
import type { Attribute, ResourceType } from './schemas.ts';
import { invalidValue, ScimError } from './scim-error.ts';

/** Attributes by their names in the schema. Unassigned attributes have no key. */
export type Resource = Record<string, unknown>;

const MAX_TEXT_LENGTH = 10_000;
/** Of a multi-valued attribute of a user. */
export const MAX_VALUES = 100;

export const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toText({ name }: Attribute, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalidValue(`${name} is a string.`);
  const text = String(value).toWellFormed();
  if (text.length > MAX_TEXT_LENGTH || text.includes('\0'))
    throw invalidValue(`${name} is too long or contains a null character.`);
  return text === '' ? undefined : text;
}

/** Microsoft Entra sends `"True"` and `"False"`. */
function toBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value))
    return value.toLowerCase() === 'true';
  throw invalidValue(`${name} is true or false.`);
}

function toSimple(attribute: Attribute, value: unknown): unknown {
  return attribute.type === 'boolean' ? toBoolean(attribute, value) : toText(attribute, value);
}

/** Reads the fields of an object that the schema has; others are ignored. */
function toFields(attributes: readonly Attribute[], value: Resource): Resource {
  const fields: Resource = {};
  for (const [name, each] of Object.entries(value)) {
    const attribute = findByName(attributes, name);
    if (!attribute) continue;
    const read = toValue(attribute, each);
    if (read === undefined) delete fields[attribute.name];
    else fields[attribute.name] = read;
  }
  return fields;
}

/** One value of a complex attribute. A single string is its `value`. */
function toComplex(attribute: Attribute, value: unknown): Resource | undefined {
  const subAttributes = attribute.subAttributes ?? [];
  const hasValue = findByName(subAttributes, 'value') !== undefined;
  if (!isObject(value) && !(hasValue && typeof value === 'string'))
    throw invalidValue(`${attribute.name} is an object.`);
  const fields = toFields(subAttributes, isObject(value) ? value : { value });
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** Reads a value as the schema requires. Undefined: null, an empty string or an empty list, which remove the attribute. */
export function toValue(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  const { multiValued, type, name } = attribute;
  if (!multiValued) {
    // Microsoft Entra sends the manager as a list.
    const [single, ...more] = Array.isArray(value) ? (value as unknown[]) : [value];
    if (more.length > 0) throw invalidValue(`${name} has one value.`);
    if (single === null || single === undefined) return undefined;
    return type === 'complex' ? toComplex(attribute, single) : toSimple(attribute, single);
  }
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MAX_VALUES) throw invalidValue(`${name} has at most ${MAX_VALUES} values.`);
  const values = list.flatMap((each) => {
    if (each === null) return [];
    return (type === 'complex' ? toComplex(attribute, each) : toSimple(attribute, each)) ?? [];
  });
  return values.length === 0 ? undefined : values;
}

const isPrimary = (value: unknown) => isObject(value) && value['primary'] === true;

function assertOnePrimary(resource: Resource): void {
  for (const [name, values] of Object.entries(resource))
    if (Array.isArray(values) && values.filter(isPrimary).length > 1)
      throw invalidValue(`At most one of ${name} is primary.`);
}

/** The attributes that a client may set: without those that are read-only or only for writing. */
const isStored = ({ mutability }: Attribute) =>
  mutability === 'readWrite' || mutability === 'immutable';

/** Reads a resource from the body of a request. Attributes that the schema does not have are ignored. */
export function readResource(type: ResourceType, body: unknown): Resource {
  if (!isObject(body)) throw new ScimError(400, 'invalidSyntax', 'The body is a JSON object.');
  const resource = toFields(type.attributes.filter(isStored), body);
  for (const { schema, attributes } of type.extensions) {
    const sent = Object.entries(body).find(([name]) => isSameName(name, schema))?.[1];
    if (sent === null || sent === undefined) continue;
    if (!isObject(sent)) throw invalidValue(`${schema} is an object.`);
    const fields = toFields(attributes, sent);
    if (Object.keys(fields).length > 0) resource[schema] = fields;
  }
  assertOnePrimary(resource);
  return resource;
}

export interface Projection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

type Selection = Target | { readonly keys: readonly string[]; readonly sub: undefined };

function select(type: ResourceType, names: readonly string[]): Selection[] {
  return names.flatMap((name): Selection | readonly Selection[] => {
    const extension = type.extensions.find(({ schema }) => isSameName(schema, name));
    return extension
      ? [{ keys: [extension.schema], sub: undefined }]
      : (resolveName(type, name) ?? []);
  });
}

/** Whether the answer has an attribute at all, so that members need not be read. */
export function includes(
  type: ResourceType,
  name: string,
  { attributes, excluded }: Projection,
): boolean {
  const isNamed = (names: readonly string[], whole: boolean) =>
    select(type, names).some(({ keys, sub }) => keys[0] === name && !(whole && sub));
  if (attributes.length > 0) return isNamed(attributes, false);
  return !isNamed(excluded, true);
}

const mapValue = (value: unknown, act: (fields: Resource) => Resource): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapValue(each, act));
  return isObject(value) ? act(value) : value;
};

export const without = (fields: Resource, name: string): Resource =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

function copy(from: Resource, to: Resource, { keys: [key = '', ...rest], sub }: Selection): void {
  const value = from[key];
  if (value === undefined) return;
  if (rest.length > 0 && isObject(value)) {
    const known = to[key];
    const inner: Resource = isObject(known) ? known : {};
    to[key] = inner;
    copy(value, inner, { keys: rest, sub } as Selection);
  } else if (sub === undefined) to[key] = value;
  else {
    const known = to[key];
    let at = -1;
    to[key] = mapValue(value, (fields) => {
      at += 1;
      const earlier = Array.isArray(known) ? (known[at] as unknown) : known;
      const own = fields[sub.name];
      return { ...(isObject(earlier) && earlier), ...(own !== undefined && { [sub.name]: own }) };
    });
  }
}

function remove(from: Resource, { keys: [key = '', ...rest], sub }: Selection): Resource {
  const value = from[key];
  if (value === undefined) return from;
  if (rest.length > 0)
    return isObject(value)
      ? { ...from, [key]: remove(value, { keys: rest, sub } as Selection) }
      : from;
  if (sub === undefined) return without(from, key);
  return { ...from, [key]: mapValue(value, (fields) => without(fields, sub.name)) };
}

/** Applies `attributes` or `excludedAttributes`. The id and the schemas are always part of an answer. */
export function project(type: ResourceType, resource: Resource, projection: Projection): Resource {
  const { attributes, excluded } = projection;
  if (attributes.length > 0) {
    const picked: Resource = { schemas: resource['schemas'], id: resource['id'] };
    for (const selection of select(type, attributes)) copy(resource, picked, selection);
    return picked;
  }
  return select(type, excluded)
    .filter(({ keys }) => keys[0] !== 'id' && keys[0] !== 'schemas')
    .reduce(remove, resource);
}
