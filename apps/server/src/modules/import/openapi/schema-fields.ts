import type { Parameter } from '@octavo/markdown/api-document';
import { isObject, toArray, toObject, toText } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { ResolvedRef, References } from './references.ts';
import { typeName, describeSchema } from './schema-remark.ts';
import type { Labels } from './labels.ts';

/** Limits of a readable table; the page of the model contains the rest. */
const MAX_DEPTH = 7;
const MAX_ROWS = 250;

interface FieldWalk {
  readonly rows: Parameter[];
  /** The references above the current field; a repeated one is a cycle. */
  readonly ancestors: readonly string[];
  readonly depth: number;
}

export interface SchemaFields {
  /** The fields of a value, named like `a.b[].c`; a value without fields is one row named `root`. */
  fields(schema: unknown, root: string): readonly Parameter[];
  typeOf(schema: unknown): string;
}

export function schemaFields({ resolveRef }: References, labels: Labels): SchemaFields {
  /** Merges the `allOf` parts into the schema; alternatives stay separate. */
  function mergeAllOf(schema: JsonObject, ancestors: readonly string[]): JsonObject {
    const parts = toArray(schema['allOf']).map((part) => resolveRef(part));
    if (parts.length === 0) return schema;
    const merged: Record<string, unknown> = { ...schema };
    delete merged['allOf'];
    for (const { value, ref } of parts) {
      if (ref !== '' && ancestors.includes(ref)) continue;
      const inner = mergeAllOf(value, [...ancestors, ref]);
      for (const [key, fact] of Object.entries(inner)) {
        const existing = merged[key];
        if (key === 'properties') merged[key] = { ...toObject(fact), ...toObject(existing) };
        else if (key === 'required') merged[key] = [...toArray(existing), ...toArray(fact)];
        else if (['oneOf', 'anyOf'].includes(key))
          merged[key] = [...toArray(existing), ...toArray(fact)];
        else if (key === 'description' && toText(existing) !== toText(fact))
          merged[key] = [toText(existing), toText(fact)].filter(Boolean).join('\n');
        else merged[key] ??= fact;
      }
    }
    return merged;
  }

  function alternatives(schema: JsonObject): readonly unknown[] {
    return [
      ...toArray(schema['oneOf']),
      ...toArray(schema['anyOf']),
      ...['if', 'then', 'else'].map((key) => schema[key]).filter(isObject),
      ...Object.values(toObject(schema['dependentSchemas'])),
    ];
  }

  function typeOf(schema: unknown, depth = 0): string {
    const { value, name } = resolveRef(schema);
    const own = typeName(value);
    if (depth > 3) return name || own;
    if (own.startsWith('array')) {
      const item = typeOf(value['items'], depth + 1);
      return item ? `${own}<${item}>` : own;
    }
    if (own !== '') return own === 'object' && name ? name : own;
    const each = [
      ...toArray(value['oneOf']),
      ...toArray(value['anyOf']),
      ...toArray(value['allOf']),
    ];
    const types = [...new Set(each.map((choice) => typeOf(choice, depth + 1)).filter(Boolean))];
    return types.join(value['allOf'] ? ' & ' : ' | ') || name || 'any';
  }

  /** Adds a field and its children. */
  function addField(walk: FieldWalk, name: string, schema: unknown, required: boolean): void {
    const found = resolveRef(schema);
    const value = mergeAllOf(found.value, walk.ancestors);
    const isRecursive = found.ref !== '' && walk.ancestors.includes(found.ref);
    const isTooLarge = walk.depth >= MAX_DEPTH || walk.rows.length >= MAX_ROWS;
    const isTruncated = (isRecursive || isTooLarge) && hasFields(value);
    const truncationNote = isRecursive
      ? labels.recursive
      : `${labels.see} ${found.name || labels.models}`;
    const remark = [describeSchema(value, labels), isTruncated ? truncationNote : '']
      .filter(Boolean)
      .join('\n');
    walk.rows.push({ name, required, type: typeOf(schema), remark });
    if (!isTruncated) addChildren(walk, name, value, found);
  }

  function hasFields(schema: JsonObject): boolean {
    return (
      Object.keys(toObject(schema['properties'])).length > 0 ||
      isObject(schema['items']) ||
      isObject(schema['additionalProperties']) ||
      alternatives(schema).length > 0
    );
  }

  function addChildren(
    walk: FieldWalk,
    prefix: string,
    schema: JsonObject,
    { ref }: Pick<ResolvedRef, 'ref'>,
  ): void {
    const ancestors = ref === '' ? walk.ancestors : [...walk.ancestors, ref];
    const next = { ...walk, ancestors, depth: walk.depth + 1 };
    const required = new Set(toArray(schema['required']).map(toText));
    const qualifiedName = (name: string) => (prefix === '' ? name : `${prefix}.${name}`);
    for (const [name, field] of Object.entries(toObject(schema['properties'])))
      addField(next, qualifiedName(name), field, required.has(name));
    for (const [pattern, field] of Object.entries(toObject(schema['patternProperties'])))
      addField(next, qualifiedName(`/${pattern}/`), field, false);
    if (isObject(schema['additionalProperties']))
      addField(next, qualifiedName(`{${labels.anyKey}}`), schema['additionalProperties'], false);
    for (const items of [schema['items'], ...toArray(schema['prefixItems'])])
      if (isObject(items)) addItems(next, `${prefix}[]`, items);
    for (const choice of alternatives(schema)) {
      const found = resolveRef(choice);
      if (found.ref !== '' && ancestors.includes(found.ref)) continue;
      addChildren(next, prefix, mergeAllOf(found.value, ancestors), found);
    }
  }

  /** Array items with fields get no row of their own; only their fields are added. */
  function addItems(walk: FieldWalk, name: string, schema: unknown): void {
    const found = resolveRef(schema);
    const isRecursive = found.ref !== '' && walk.ancestors.includes(found.ref);
    const value = mergeAllOf(found.value, walk.ancestors);
    if (isRecursive || !hasFields(value) || walk.depth >= MAX_DEPTH || walk.rows.length >= MAX_ROWS)
      addField(walk, name, schema, false);
    else addChildren(walk, name, value, found);
  }

  return {
    typeOf,
    fields(schema, root) {
      const found = resolveRef(schema);
      const walk: FieldWalk = { rows: [], ancestors: [], depth: 0 };
      const value = mergeAllOf(found.value, found.ref ? [found.ref] : []);
      addChildren(walk, '', value, found);
      if (walk.rows.length === 0 && Object.keys(value).length > 0)
        addField(walk, root, schema, false);
      const seen = new Set<string>();
      return walk.rows.filter((row) => {
        const key = JSON.stringify([row.name, row.type, row.remark]);
        return !seen.has(key) && seen.add(key);
      });
    },
  };
}
