import type { Parameter } from '@octavo/markdown/api-document';
import { isObject, list, object, words } from '../json.ts';
import type { Json } from '../json.ts';
import type { Found, References } from './references.ts';
import { plainType, remarkOf } from './schema-facts.ts';
import type { Words } from './words.ts';

/** Limits of a readable table; the page of the model contains the rest. */
const MOST_DEPTH = 7;
const MOST_ROWS = 250;

interface Walk {
  readonly rows: Parameter[];
  /** The references above the current field; a repeated one is a cycle. */
  readonly above: readonly string[];
  readonly depth: number;
}

export interface SchemaFields {
  /** The fields of a value, named like `a.b[].c`; a value without fields is one row named `root`. */
  fields(schema: unknown, root: string): readonly Parameter[];
  typeOf(schema: unknown): string;
}

export function schemaFields({ follow }: References, say: Words): SchemaFields {
  /** Merges the `allOf` parts into the schema; alternatives stay separate. */
  function whole(schema: Json, above: readonly string[]): Json {
    const parts = list(schema['allOf']).map((part) => follow(part));
    if (parts.length === 0) return schema;
    const merged: Record<string, unknown> = { ...schema };
    delete merged['allOf'];
    for (const { value, ref } of parts) {
      if (ref !== '' && above.includes(ref)) continue;
      const inner = whole(value, [...above, ref]);
      for (const [key, fact] of Object.entries(inner)) {
        const known = merged[key];
        if (key === 'properties') merged[key] = { ...object(fact), ...object(known) };
        else if (key === 'required') merged[key] = [...list(known), ...list(fact)];
        else if (['oneOf', 'anyOf'].includes(key)) merged[key] = [...list(known), ...list(fact)];
        else if (key === 'description' && words(known) !== words(fact))
          merged[key] = [words(known), words(fact)].filter(Boolean).join('\n');
        else merged[key] ??= fact;
      }
    }
    return merged;
  }

  function choices(schema: Json): readonly unknown[] {
    return [
      ...list(schema['oneOf']),
      ...list(schema['anyOf']),
      ...['if', 'then', 'else'].map((key) => schema[key]).filter(isObject),
      ...Object.values(object(schema['dependentSchemas'])),
    ];
  }

  function typeOf(schema: unknown, depth = 0): string {
    const { value, name } = follow(schema);
    const own = plainType(value);
    if (depth > 3) return name || own;
    if (own.startsWith('array')) {
      const item = typeOf(value['items'], depth + 1);
      return item ? `${own}<${item}>` : own;
    }
    if (own !== '') return own === 'object' && name ? name : own;
    const each = [...list(value['oneOf']), ...list(value['anyOf']), ...list(value['allOf'])];
    const types = [...new Set(each.map((choice) => typeOf(choice, depth + 1)).filter(Boolean))];
    return types.join(value['allOf'] ? ' & ' : ' | ') || name || 'any';
  }

  /** Adds a field and its children. */
  function add(walk: Walk, name: string, schema: unknown, required: boolean): void {
    const found = follow(schema);
    const value = whole(found.value, walk.above);
    const isAgain = found.ref !== '' && walk.above.includes(found.ref);
    const isFar = walk.depth >= MOST_DEPTH || walk.rows.length >= MOST_ROWS;
    const isCut = (isAgain || isFar) && hasFields(value);
    const more = isAgain ? say.recursive : `${say.see} ${found.name || say.models}`;
    const remark = [remarkOf(value, say), isCut ? more : ''].filter(Boolean).join('\n');
    walk.rows.push({ name, required, type: typeOf(schema), remark });
    if (!isCut) below(walk, name, value, found);
  }

  function hasFields(schema: Json): boolean {
    return (
      Object.keys(object(schema['properties'])).length > 0 ||
      isObject(schema['items']) ||
      isObject(schema['additionalProperties']) ||
      choices(schema).length > 0
    );
  }

  function below(walk: Walk, prefix: string, schema: Json, { ref }: Pick<Found, 'ref'>): void {
    const above = ref === '' ? walk.above : [...walk.above, ref];
    const next = { ...walk, above, depth: walk.depth + 1 };
    const required = new Set(list(schema['required']).map(words));
    const inside = (name: string) => (prefix === '' ? name : `${prefix}.${name}`);
    for (const [name, field] of Object.entries(object(schema['properties'])))
      add(next, inside(name), field, required.has(name));
    for (const [pattern, field] of Object.entries(object(schema['patternProperties'])))
      add(next, inside(`/${pattern}/`), field, false);
    if (isObject(schema['additionalProperties']))
      add(next, inside(`{${say.anyKey}}`), schema['additionalProperties'], false);
    for (const items of [schema['items'], ...list(schema['prefixItems'])])
      if (isObject(items)) addItems(next, `${prefix}[]`, items);
    for (const choice of choices(schema)) {
      const found = follow(choice);
      if (found.ref !== '' && above.includes(found.ref)) continue;
      below(next, prefix, whole(found.value, above), found);
    }
  }

  /** Array items with fields get no row of their own; only their fields are added. */
  function addItems(walk: Walk, name: string, schema: unknown): void {
    const found = follow(schema);
    const isAgain = found.ref !== '' && walk.above.includes(found.ref);
    const value = whole(found.value, walk.above);
    if (isAgain || !hasFields(value) || walk.depth >= MOST_DEPTH || walk.rows.length >= MOST_ROWS)
      add(walk, name, schema, false);
    else below(walk, name, value, found);
  }

  return {
    typeOf,
    fields(schema, root) {
      const found = follow(schema);
      const walk: Walk = { rows: [], above: [], depth: 0 };
      const value = whole(found.value, found.ref ? [found.ref] : []);
      below(walk, '', value, found);
      if (walk.rows.length === 0 && Object.keys(value).length > 0) add(walk, root, schema, false);
      const seen = new Set<string>();
      return walk.rows.filter((row) => {
        const key = JSON.stringify([row.name, row.type, row.remark]);
        return !seen.has(key) && seen.add(key);
      });
    },
  };
}
