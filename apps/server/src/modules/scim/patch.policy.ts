import { matchesValue, parsePath, requiredFields } from './filter.ts';
import type { Path } from './filter.ts';
import { isObject, MAX_VALUES, toValue, without } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { findByName, isSameName } from './schemas.ts';
import type { Attribute, ResourceType } from './schemas.ts';
import { invalidValue, ScimError } from './scim-error.ts';

/** PATCH of RFC 7644, 3.5.2. */

const OPERATIONS = ['add', 'remove', 'replace'] as const;

export interface Operation {
  readonly op: (typeof OPERATIONS)[number];
  readonly path: string | undefined;
  readonly value: unknown;
}

const MAX_OPERATIONS = 1000;

const syntaxError = (detail: string) => new ScimError(400, 'invalidSyntax', detail);

function field(fields: Resource, name: string): unknown {
  return Object.entries(fields).find(([key]) => isSameName(key, name))?.[1];
}

/** Reads the operations of a request. Microsoft Entra writes their names with a capital. */
export function readOperations(body: unknown): Operation[] {
  const sent = isObject(body) ? field(body, 'Operations') : undefined;
  if (!Array.isArray(sent) || sent.length === 0)
    throw syntaxError('A PATCH has a list of Operations.');
  if (sent.length > MAX_OPERATIONS)
    throw new ScimError(400, 'tooMany', `A PATCH has at most ${MAX_OPERATIONS} operations.`);
  return sent.map((each: unknown) => {
    if (!isObject(each)) throw syntaxError('An operation is an object.');
    const name = field(each, 'op');
    const path = field(each, 'path');
    const op = OPERATIONS.find((known) => typeof name === 'string' && isSameName(known, name));
    if (!op) throw syntaxError('An operation is add, remove or replace.');
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw new ScimError(400, 'invalidPath', 'A path is a string.');
    return { op, path: path || undefined, value: field(each, 'value') };
  });
}

const noTarget = (path: string) =>
  new ScimError(400, 'noTarget', `Nothing matches ${path.slice(0, 200)}.`);

/** The order of keys does not matter. */
const isEqual = (a: unknown, b: unknown): boolean =>
  isObject(a) && isObject(b)
    ? Object.keys({ ...a, ...b }).every((key) => isEqual(a[key], b[key]))
    : a === b;

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined ? [] : [value];
};

/** The object that has the attribute: the resource or one of its extensions. */
function ownerOf(resource: Resource, { keys }: Path): Resource {
  const [schema] = keys;
  if (keys.length === 1 || schema === undefined) return resource;
  const known = resource[schema];
  if (isObject(known)) return known;
  const created: Resource = {};
  resource[schema] = created;
  return created;
}

function assign(owner: Resource, name: string, value: unknown): void {
  if (Array.isArray(value) && value.length > MAX_VALUES)
    throw invalidValue(`${name} has at most ${MAX_VALUES} values.`);
  if (value === undefined || (Array.isArray(value) && value.length === 0)) delete owner[name];
  else owner[name] = value;
}

/** A value that an operation has made the primary one takes the mark from the others. */
function keepOnePrimary(values: readonly Resource[], before: ReadonlySet<Resource>): Resource[] {
  const isPrimary = (value: Resource) => value['primary'] === true;
  const added = values.filter((value) => isPrimary(value) && !before.has(value));
  if (added.length > 1) throw invalidValue('At most one value is primary.');
  if (added.length === 0) return [...values];
  return values.map((value) =>
    isPrimary(value) && before.has(value) ? { ...value, primary: false } : value,
  );
}

function assertWritable({ attribute, sub }: Path, text: string): void {
  if ([attribute, sub].some((each) => each?.mutability === 'readOnly'))
    throw new ScimError(400, 'mutability', `${text.slice(0, 200)} is read-only.`);
}

function removeValue(owner: Resource, path: Path, { path: text = '', value }: Operation): void {
  const { attribute, sub, filter } = path;
  const { name } = attribute;
  if (attribute.required && !sub)
    throw new ScimError(400, 'mutability', `${name} is required and cannot be removed.`);
  const known = owner[name];
  if (!attribute.multiValued) {
    if (sub && isObject(known)) delete known[sub.name];
    else if (!sub) delete owner[name];
    return;
  }
  const values = listOf(known) as Resource[];
  const isSelected = selectorOf(path, value);
  if (filter && !values.some(isSelected)) throw noTarget(text);
  const left = sub
    ? values.map((each) => {
        return isSelected(each) ? without(each, sub.name) : each;
      })
    : values.filter((each) => !isSelected(each));
  assign(
    owner,
    name,
    left.filter((each) => Object.keys(each).length > 0),
  );
}

/** The values that an operation concerns: of a remove without a filter, those that are named, else all. */
function selectorOf({ filter, attribute }: Path, named?: unknown): (value: Resource) => boolean {
  if (filter) return (each) => matchesValue(filter, each);
  const values = listOf(toValue(attribute, named)) as Resource[];
  if (values.length === 0) return () => true;
  return (each) =>
    values.some((value) =>
      value['value'] === undefined ? isEqual(value, each) : value['value'] === each['value'],
    );
}

/** Sets fields of the selected values of a multi-valued attribute, or adds a value with them. */
function setValues(owner: Resource, path: Path, { op, path: text = '', value }: Operation): void {
  const { attribute, sub, filter } = path;
  const { name } = attribute;
  const known = listOf(owner[name]) as Resource[];
  const before = new Set(known);
  if (!sub && !filter) {
    const sent = listOf(toValue(attribute, value)) as Resource[];
    const added = sent.filter(
      (each) => op === 'replace' || !known.some((old) => isEqual(old, each)),
    );
    assign(owner, name, keepOnePrimary(op === 'replace' ? added : [...known, ...added], before));
    return;
  }
  const isSelected = selectorOf(path);
  const selected = new Set(known.filter(isSelected));
  const fields = toChange(attribute, sub, value);
  if (selected.size === 0) {
    if (filter && op === 'replace') throw noTarget(text);
    // A value that matches: `add` to `emails[type eq "work"].value` makes one of that type.
    const created = filter ? requiredFields(filter) : {};
    if (!created) throw noTarget(text);
    if (Object.keys(fields).length > 0)
      assign(owner, name, keepOnePrimary([...known, { ...created, ...fields }], before));
    return;
  }
  const change = (each: Resource) => {
    if (sub) return { ...without(each, sub.name), ...fields };
    return op === 'replace' ? fields : { ...each, ...fields };
  };
  const changed = known.map((each) => (selected.has(each) ? change(each) : each));
  assign(owner, name, keepOnePrimary(changed, before));
}

function toChange(attribute: Attribute, sub: Attribute | undefined, value: unknown): Resource {
  if (sub) {
    const read = toValue(sub, value);
    return read === undefined ? {} : { [sub.name]: read };
  }
  const [single, ...more] = listOf(toValue({ ...attribute, multiValued: false }, value));
  if (more.length > 0) throw invalidValue(`${attribute.name} is an object.`);
  return isObject(single) ? single : {};
}

function setValue(owner: Resource, path: Path, operation: Operation): void {
  const { attribute, sub } = path;
  const { name } = attribute;
  if (attribute.multiValued) {
    setValues(owner, path, operation);
    return;
  }
  const read = toValue(sub ?? attribute, operation.value);
  if (!attribute.subAttributes) {
    if (attribute.required && read === undefined) throw invalidValue(`${name} is required.`);
    assign(owner, name, read);
    return;
  }
  // Sub-attributes that are not sent stay.
  const known = isObject(owner[name]) ? owner[name] : {};
  if (sub) {
    const rest = without(known, sub.name);
    const fields = read === undefined ? rest : { ...rest, [sub.name]: read };
    assign(owner, name, Object.keys(fields).length === 0 ? undefined : fields);
  } else assign(owner, name, isObject(read) ? { ...known, ...read } : undefined);
}

function applyAt(type: ResourceType, resource: Resource, operation: Operation & { path: string }) {
  const path = parsePath(type, operation.path);
  assertWritable(path, operation.path);
  if (path.attribute.mutability === 'writeOnly') return;
  const owner = ownerOf(resource, path);
  if (operation.op === 'remove') removeValue(owner, path, operation);
  else setValue(owner, path, operation);
}

/** The fields of an operation without a path. Read-only ones may be sent with their present value, unknown ones are ignored. */
function applyFields(
  type: ResourceType,
  resource: Resource,
  id: string,
  { op, value }: Operation,
): void {
  if (!isObject(value)) throw invalidValue('Without a path, the value is an object.');
  for (const [name, each] of Object.entries(value)) {
    const extension = type.extensions.find(({ schema }) => isSameName(schema, name));
    if (extension && isObject(each)) {
      for (const [inner, innerValue] of Object.entries(each))
        if (findByName(extension.attributes, inner))
          applyAt(type, resource, { op, path: `${extension.schema}:${inner}`, value: innerValue });
      continue;
    }
    const common = findByName(type.attributes, name);
    if (common?.name === 'id' && each !== id)
      throw new ScimError(400, 'mutability', 'The id is read-only.');
    if (common?.mutability === 'readOnly') continue;
    if (!common && !/[.:[]/.test(name)) continue;
    applyAt(type, resource, { op, path: name, value: each });
  }
}

/** Applies operations in their order to a copy of the resource. */
export function applyOperations(
  type: ResourceType,
  resource: Resource,
  id: string,
  operations: readonly Operation[],
): Resource {
  const changed = structuredClone(resource);
  for (const operation of operations) {
    const { op, path } = operation;
    if (path === undefined && op === 'remove')
      throw new ScimError(400, 'noTarget', 'A remove has a path.');
    const extension = type.extensions.find(({ schema }) => path && isSameName(schema, path));
    if (extension && op === 'remove') delete changed[extension.schema];
    else if (extension)
      applyFields(type, changed, id, {
        ...operation,
        value: { [extension.schema]: operation.value },
      });
    else if (path === undefined) applyFields(type, changed, id, operation);
    else applyAt(type, changed, { ...operation, path });
  }
  for (const { schema } of type.extensions) {
    const fields = changed[schema];
    if (isObject(fields) && Object.keys(fields).length === 0) delete changed[schema];
  }
  return changed;
}
